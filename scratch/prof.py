import sys, time, pickle, torch, glob
torch.set_num_threads(1)
from training import board_network as bn
from training.boards import Example
from vision.reading.network import load_weights
from pathlib import Path
ex=[]
for f in ["training site, 688 from 65.pickle","training other, 275 from 65.pickle"]:
    ex += map(Example._make, pickle.loads(Path("/work/scratch/b2", f).read_bytes()))
b = bn.Batches(ex, 1)
t=time.time(); bs=[b[i] for i in range(1,9)]; print("load", (time.time()-t)/8)
parts = bn._parts(load_weights(Path("/work/net/vision/reading/board.npy")), 16000)
if "compile" in sys.argv: parts.network.compile(dynamic=False); [bn._step(parts, x) for x in bs]
bn._step(parts, bs[0]); bn._step(parts, bs[1]);bn._step(parts, bs[2])
t=time.time(); 
for x in bs: bn._step(parts, x)
print("step", (time.time()-t)/8)
from torch.profiler import profile, ProfilerActivity
if "prof" in sys.argv:
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as p:
        for x in bs[:4]: bn._step(parts, x)
    print(p.key_averages().table(sort_by="self_cpu_time_total", row_limit=25, max_name_column_width=50))
