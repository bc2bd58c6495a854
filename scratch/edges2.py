import sys, numpy as np, cv2, time
cv2.setNumThreads(1)
import vision.reading.find as F, vision.reading.comb as C, vision.reading.quads as Q
from benchmarks import accuracy
from vision.pixels.brightness import strongest_channel
C.ASPECT_SLACK=0.6
def edges(small):
    g=np.asarray(strongest_channel(cv2.morphologyEx(small,cv2.MORPH_GRADIENT,np.ones((3,3),np.uint8))))
    top=max(24,np.quantile(g[::3,::3],.97)); return 255-np.minimum(255,g.astype(np.float32)*255/top).astype(np.uint8)
orig=F.Reduction._make
BOX="box" in sys.argv[1]
if BOX:
    oq=Q._quads_of
    def quads_of(part):
        n=0
        for q in oq(part): n+=1; yield q
        h,w=part.shape
        yield np.array([[0,0],[w,0],[w,h],[0,h]],np.float64)
    Q._quads_of=quads_of
def make(self):
    if "old" in sys.argv[1]: yield from orig(self)
    small=F.reduced(self._image,self.factor)
    reach=max(F.LEAST_REACH, round(min(small.shape[:2])*F.LINE_REACH))
    e=edges(small)
    yield F.View(e,(e,),reach,self._cells)
F.Reduction._make=make
for a in sys.argv[2:]:
    kind,num=a.split(":"); pic=accuracy.drawn(kind,int(num)); q=pic.truth.puzzle
    t=time.time(); s=F.BoardSearch(pic.pixels); out=[]
    for bs in s.boards():
        out+=[(b.rows,b.cols,round(b.contrast,2)) for b in bs]
        if out: break
    print(kind,num,(q.height,q.width),out[:4],round(time.time()-t,2))
