"""dtrain.py OUT EPOCHS START|- PKL... : train digits from pickles; a smaller START is widened."""
import sys, pickle, time, torch, os
import numpy as np
torch.set_num_threads(1)
from training import digit_network as dn
from vision.reading.network import save_weights
from pathlib import Path
out, epochs, start, files = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
ex = dn.Examples(*(np.concatenate(p) for p in zip(*(pickle.load(open(f,"rb")) for f in files))))
dn.EPOCHS = epochs
dn.LEARNING_RATE = float(os.environ.get("RATE", 2e-3))
def widened(one, old):
    new = one.state_dict()
    for name, value in new.items():
        if name == "whole.weight" and name not in old or name == "whole.bias" and name not in old: continue
        had = old[name]
        if had.shape == value.shape: new[name] = had; continue
        if name == "scores.weight" and "whole.weight" not in old: continue
        if name == "scores.weight":
            h, w = one.grid
            value = value.reshape(len(value), -1, h, w); had = had.reshape(len(had), -1, h, w)
            value[:, had.shape[1]:] *= 0.1; value[:, :had.shape[1]] = had
            new[name] = value.reshape(len(value), -1); continue
        if value.dim() == 4: value[:had.shape[0], had.shape[1]:] *= 0.1
        value[tuple(slice(0, n) for n in had.shape)] = had
        new[name] = value
    one.load_state_dict(new)
if start != "-":
    made = dn.Network
    def network():
        one = made(); widened(one, torch.load(start)); return one
    dn.Network = network
val = dn.Examples(*pickle.load(open("/work/scratch/digits_v3.pkl","rb")))
def check(net, what):
    net.eval(); s = dn._scores(net, val.ink); p = dn.digits.numbers_of(s).alone
    print(what, "validation right", (p.argmax(1) == val.alone).mean(), "p>.999", (p.max(1) > .999).mean(), "nll", -np.log(np.maximum(p[np.arange(len(p)), val.alone], 1e-5)).mean(), flush=True); net.train()
if start != "-": check(dn.Network(), "start")
real = dn._batches
t=time.time(); net = dn.train_network(ex, 7); print("trained", len(ex.ink), time.time()-t)
check(net, "end"); net.eval()
torch.save(net.state_dict(), out + ".pt")
temp = dn.fit_temperature(net, val); print("temperature", temp)
save_weights(Path(out), dn.weights_of(net, temp))
