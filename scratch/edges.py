import sys, numpy as np, cv2, time
cv2.setNumThreads(1)
import vision.reading.find as F
from benchmarks import accuracy
from vision.reading.ink import line_greys
from vision.pixels.brightness import strongest_channel
W=int(sys.argv[1]); MODE=sys.argv[2]
def edges(small):
    k=np.ones((W,W),np.uint8)
    g=cv2.morphologyEx(small,cv2.MORPH_GRADIENT,k)
    g=np.asarray(strongest_channel(g))
    if MODE=="norm":
        top=max(24,np.quantile(g[::3,::3],.97)); g=np.minimum(255,g.astype(np.float32)*255/top).astype(np.uint8)
    return 255-g
orig=F.Reduction._make
def make(self):
    small=F.reduced(self._image,self.factor)
    reach=max(F.LEAST_REACH, round(min(small.shape[:2])*F.LINE_REACH))
    e=edges(small)
    yield F.View(e,(e,),reach,self._cells)
F.Reduction._make=make
for a in sys.argv[3:]:
    kind,num=a.split(":"); pic=accuracy.drawn(kind,int(num)); q=pic.truth.puzzle
    t=time.time(); s=F.BoardSearch(pic.pixels); out=[]
    for bs in s.boards():
        out+=[(b.rows,b.cols,round(b.contrast,2)) for b in bs]
        if out: break
    print(kind,num,(q.height,q.width),out[:4],round(time.time()-t,2))
