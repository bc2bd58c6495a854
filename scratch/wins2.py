"""wins2.py KIND NUMBER OUT: the picture, and windows as the digit network sees them."""
import sys
import numpy as np, cv2
import vision.reading.clues as C
from fixtures.drawing import kinds as K
from vision.reading.read import read
kind, n, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
p = K.drawn(kind, n); strips=[]
real = C.strip_beside
def sb(*a, **k):
    s = real(*a, **k); strips.append(s); print(s.edge, s.window, np.round(s.ink.strengths,0)); return s
C.strip_beside = sb
read(p.pixels)
rows=[]
for s in strips[-2:]:
    for k in (0,1): rows.append(np.hstack([w[:,:,k] for w in s.ink.patches[:14]]))
w=max(r.shape[1] for r in rows); rows=[np.pad(r,((0,2),(0,w-r.shape[1])),constant_values=90) for r in rows]
m=cv2.resize(np.vstack(rows),None,fx=2.5,fy=2.5,interpolation=0)
im=cv2.cvtColor(p.pixels,cv2.COLOR_RGB2BGR); f=700/max(im.shape); im=cv2.resize(im,None,fx=f,fy=f,interpolation=cv2.INTER_AREA)
m=cv2.cvtColor(m,cv2.COLOR_GRAY2BGR); W=max(m.shape[1],im.shape[1]); pad=lambda a: np.pad(a,((0,4),(0,W-a.shape[1]),(0,0)))
cv2.imwrite(out,np.vstack([pad(im),pad(m)]))
