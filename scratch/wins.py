import sys, numpy as np, cv2
cv2.setNumThreads(1)
from PIL import Image
from benchmarks import accuracy
from vision.reading import clues as C
from vision.reading.read import read
rows=[]
for a in sys.argv[1:]:
    kind,num=a.split(":"); pic=accuracy.drawn(kind,int(num)); got=[]
    o=C._strip
    def strip(flat,edge,likely,share):
        s=o(flat,edge,likely,share); got.append((edge,s,flat.pitch)); return s
    C._strip=strip
    try: r=read(pic.pixels)
    except Exception as e: print(e)
    C._strip=o
    for edge,s,pitch in got[:4]:
        print(kind,num,edge,"pitch",pitch,"window",s.window, "seen",s.seen.mean().round(2))
        ps=s.ink.patches[:24]
        rows.append(np.hstack([np.pad(255-p[...,k],1,constant_values=128) for p in ps for k in (0,)]))
w=max(r.shape[1] for r in rows)
im=np.vstack([np.pad(r,((0,0),(0,w-r.shape[1])),constant_values=255) for r in rows])
Image.fromarray(im).resize((im.shape[1]*2,im.shape[0]*2)).save("/work/scratch/wins.png")
