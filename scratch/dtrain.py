"""dtrain.py OUT EPOCHS START|- PKL... : train digits from pickles; temperature from validation."""
import sys, pickle, time, torch
import numpy as np
torch.set_num_threads(1)
from training import digit_network as dn
from vision.reading.network import save_weights
from pathlib import Path
out, epochs, start, files = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
ex = dn.Examples(*(np.concatenate(p) for p in zip(*(pickle.load(open(f,"rb")) for f in files))))
dn.EPOCHS = epochs
if start != "-":
    made = dn.Network
    def network():
        one = made(); one.load_state_dict(torch.load(start)); return one
    dn.Network = network
    dn.LEARNING_RATE = 2e-3
t=time.time(); net = dn.train_network(ex, 7); print("trained", len(ex.ink), time.time()-t)
torch.save(net.state_dict(), out + ".pt")
val = dn.Examples(*pickle.load(open("/work/scratch/digits_v.pkl","rb")))
temp = dn.fit_temperature(net, val); print("temperature", temp)
save_weights(Path(out), dn.weights_of(net, temp))
