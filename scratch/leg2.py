import sys
import numpy as np, cv2
cv2.setNumThreads(1)
from dataclasses import replace
from fixtures.drawing import kinds as K, legible
from fixtures.drawing.render import render
from fixtures.drawing.mishaps import befall
from solver.puzzle import Puzzle
real = K._walls_show
def show(scene, names, seed):
    p=scene.puzzle; pics=[]
    for v in (3,8):
        q=Puzzle([c if c is None else v for c in p.col_clues],[c if c is None else v for c in p.row_clues],p.regions)
        pics.append(befall(render(replace(scene,puzzle=q)),names,seed))
    a,b=pics
    if a.pixels.shape!=b.pixels.shape: print("shape differs"); return real(scene,names,seed)
    off=np.abs(a.pixels.astype(np.int16)-b.pixels).max(axis=2).astype(np.float32)
    h,w=p.height,p.width
    M=cv2.getPerspectiveTransform(np.float32([[0,0],[w,0],[w,h],[0,h]]), np.float32(a.corners))
    pts=cv2.perspectiveTransform(np.float32(a.truth.clues)[None],M)[0]
    unit=np.hypot(*(a.corners[3]-a.corners[0]))/h
    digit=a.style.digit_height/a.style.pitch*unit
    k=max(1,round(digit/5)); off=cv2.blur(off,(k,k))
    r=int(round(digit*.7)); peaks=[]
    for x,y in pts:
        x,y=int(x),int(y); box=off[max(0,y-r):y+r+1,max(0,x-r):x+r+1]
        if box.size: peaks.append(box.max())
    print(f"   digit {digit:.0f} px: difference median {np.median(peaks):.0f} low {np.quantile(peaks,.1):.0f} of {len(peaks)}")
    return real(scene,names,seed)
K._walls_show=show
first,n=int(sys.argv[1]),int(sys.argv[2])
for kind in sys.argv[3:]:
    for num in range(first,first+n):
        print(kind,num); K.drawn(kind,num)
