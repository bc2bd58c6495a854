"""btrain.py STEPS FOLDER CHECKPOINT START SEED [THREADS]: train on all boards of a folder."""
import sys, pickle, time, os
from pathlib import Path
import torch
torch.set_num_threads(int(sys.argv[6]) if len(sys.argv) > 6 else 1)
from training import board_network as bn
from training.boards import Example
from vision.reading.network import load_weights, save_weights
steps, folder, cp, start, seed = int(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), sys.argv[4], int(sys.argv[5])
without = os.environ.get("WITHOUT", "").split(",")
ex = []
for one in folder.split(","):
    for f in sorted(Path(one).glob("training *.pickle")):
        if any(w and f.name.startswith(f"training {w},") for w in without): continue
        ex += map(Example._make, pickle.loads(f.read_bytes()))
print(len(ex), "boards", flush=True)
bn.LEARNING_RATE = float(os.environ.get("RATE", 2e-3))
real = bn._parts
def parts(start, steps):
    p = real(start, steps); p.network.compile(dynamic=False)
    return p
bn._parts = parts
if os.environ.get("FULL"):
    ac = torch.autocast
    torch.autocast = lambda *a, **k: ac("cpu", enabled=False)
t = time.time()
w = bn.train_board(ex, steps, seed, load_weights(Path(start)), cp)
print("done", time.time() - t)
save_weights(cp.with_suffix(".npy"), {**w, "trust": load_weights(Path(start))["trust"]})
