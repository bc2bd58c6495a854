"""diag.py FIRST N KIND...: which places differ from the truth in the likeliest reading."""
import sys, numpy as np, cv2
cv2.setNumThreads(1)
from benchmarks import accuracy
from vision.reading.read import read
from vision.reading.calibration import NO_NUMBER
first,n=int(sys.argv[1]),int(sys.argv[2])
for kind in sys.argv[3:]:
    for num in range(first,first+n):
        pic=accuracy.drawn(kind,num); t=pic.truth
        if not t.is_readable: continue
        got={}
        try: r=read(pic.pixels, trace=lambda k,v: got.setdefault(k,v))
        except Exception as e: print(kind,num,"EXC",e); continue
        p=r.puzzle; q=t.puzzle
        if (p.height,p.width)!=(q.height,q.width): print(kind,num,"SIZE",(p.height,p.width),(q.height,q.width)); continue
        R=np.array(q.regions); right=R[:,1:]!=R[:,:-1]; below=R[1:]!=R[:-1]
        e=r.evidence
        rr=np.array(e.right,float); bb=np.array(e.below,float)
        wr=np.concatenate([((rr>0)!=right).ravel(),((bb>0)!=below).ravel()]); conf=np.abs(np.concatenate([rr.ravel(),bb.ravel()]))
        ent=(np.log1p(np.exp(-np.where(wr,-conf,conf)))).sum()
        c=np.concatenate([np.array([b.log_p if hasattr(b,'log_p') else b for b in ax],float) if False else np.array([list(b) if not hasattr(b,'log_p') else b.log_p for b in ax]) for ax in (e.cols if hasattr(e,'cols') else e[0], e.rows if hasattr(e,'rows') else e[1])]) if False else None
        cw=[(a,b) for a,b in zip((*p.col_clues,*p.row_clues),(*q.col_clues,*q.row_clues)) if a!=b]
        print(kind,num,"sides wrong",int(wr.sum()),"of",len(wr),"doubt",int((conf<5).sum()),"nats %.1f"%ent,"clues wrong",len(cw),"of",q.height+q.width,cw[:6])
