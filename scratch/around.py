import sys, numpy as np
from PIL import Image
import vision.reading.digits as dg
from training import table, fonts
from training.crops import draw_test
name=sys.argv[1]; row=list(table.TESTS).index(name)
faces=fonts.find_faces(fonts.TEST)
out=[]
for a in (15,11,9,7):
    dg.AROUND=a
    rng=np.random.default_rng([table.TEST_SEED,row]); crops=[]
    while len(crops)<300: crops+=draw_test(rng,faces,table.TESTS[name])
    out.append([c.patch for c in crops[::15]])
tiles=[np.vstack([np.pad(255-out[0][i][...,0],1,constant_values=128)]+[np.pad(255-o[i][...,1],1,constant_values=0) for o in out]) for i in range(20)]
im=np.hstack(tiles)
Image.fromarray(im).resize((im.shape[1]*2,im.shape[0]*2)).save("/work/scratch/rows.png")
