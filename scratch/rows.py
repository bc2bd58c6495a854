"""rows.py ROW: sheet of misread crops of a row, both views."""
import sys, numpy as np
from PIL import Image
from training import table, fonts
from training.crops import draw_test
from vision.reading.digits import read_patches
from vision.reading.calibration import NO_NUMBER
name=sys.argv[1]; row=list(table.TESTS).index(name)
faces=fonts.find_faces(fonts.TEST); rng=np.random.default_rng([table.TEST_SEED,row]); crops=[]
while len(crops)<300: crops+=draw_test(rng,faces,table.TESTS[name])
read=read_patches(np.stack([c.patch for c in crops]))
r=np.where([[c.is_progress] for c in crops],read.progress,read.alone)
v=np.array([c.value for c in crops]); best=r.argmax(1)
bad=np.flatnonzero(best!=v); print(len(bad),"of",len(crops))
pick=bad[:: max(1,len(bad)//60)][:60]
print([(int(v[i]),int(best[i])) for i in pick])
def tile(p): return np.hstack([np.pad(255-p[...,0],1,constant_values=128),np.pad(255-p[...,1],1,constant_values=0)])
t=[tile(crops[i].patch) for i in pick]; t+= [np.full_like(t[0],255)]*(-len(t)%10)
im=np.vstack([np.hstack(t[k:k+10]) for k in range(0,len(t),10)])
Image.fromarray(im).resize((im.shape[1]*2,im.shape[0]*2)).save("/work/scratch/rows.png")
