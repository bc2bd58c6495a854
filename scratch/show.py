import pickle, numpy as np
from PIL import Image
from training import digit_network as dn
import torch
ex = dn.Examples(*pickle.load(open("/work/scratch/digits_67.pkl","rb")))
rng=np.random.default_rng(0); ids=rng.choice(len(ex.ink),120,replace=False)
g=torch.Generator().manual_seed(0)
sig=dn._signal(ex.ink[ids]); d=dn._distorted(sig,g)
def sheet(t):
    a=(255-255*t[:,0].numpy().clip(0,1)).astype(np.uint8)
    return np.vstack([np.hstack([np.pad(a[r*20+c],2,constant_values=128) for c in range(20)]) for r in range(6)])
Image.fromarray(np.vstack([sheet(sig),sheet(d)])).resize((1760,864)).save("/work/scratch/show.png")
print(ex.alone[ids].reshape(6,20))
