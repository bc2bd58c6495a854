import sys, numpy as np, cv2
from PIL import Image
from benchmarks import accuracy
from vision.reading.read import read
from vision.reading.planes import PITCH
kind,num=sys.argv[1],int(sys.argv[2])
pic=accuracy.drawn(kind,num); got={}
r=read(pic.pixels, trace=lambda k,v: got.setdefault(k,[]).append(v))
pl=got["planes"][-1]; pl=pl[0] if isinstance(pl,tuple) else pl
pl=np.asarray(pl); print(pl.shape, pl.dtype, len(got["planes"]), got["board"][-1])
im=np.hstack([pl[...,k] for k in range(min(5,pl.shape[-1]))]) if pl.shape[-1]<=5 else pl
Image.fromarray(im.astype(np.uint8)).save("/work/scratch/planes.png")
w=r.evidence
print(np.array(w.right).round(1)[:6]); 
q=pic.truth.puzzle; R=np.array(q.regions); print((R[:,1:]!=R[:,:-1]).astype(int)[:6])
