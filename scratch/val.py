import sys, numpy as np, cv2, pickle
from pathlib import Path
cv2.setNumThreads(1)
from training import boards
from vision.reading import network as N
which=sys.argv[1]; W=[N.load_weights(Path(p)) for p in sys.argv[2:]]
f=Path(f"/work/scratch/val_{which}.pkl")
if not f.exists():
    d={k:[tuple(b) for b in (boards.example(k, 99_000_000+i,"calibration") for i in range(70)) if b is not None] for k in ("pale aquariums","undersampled","photo","site","any program")}
    f.write_bytes(pickle.dumps(d))
d=pickle.loads(f.read_bytes())
for k,ex in d.items():
    for w,weights in enumerate(W):
        L=n=m=0
        for b in ex:
            b=boards.Example._make(b)
            s=N.scores(weights,b.planes,b.measured,b.size)
            p=getattr(s,"places",s)
            for t,y in ((p.upright,b.upright),(p.level,b.level)):
                y=y.astype(int); ok=y>=0
                q=t-t.max(-1,keepdims=True); q=q-np.log(np.exp(q).sum(-1,keepdims=True))
                yy=y[ok]; l=-q[ok][np.arange(len(yy)),yy]
                L+=l.sum(); n+=len(l); m+=(q[ok].argmax(1)!=yy).sum()
        print(which,w,k,len(ex),"loss",round(L/n,4),"misread %",round(100*m/n,3),flush=True)
