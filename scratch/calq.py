import sys, numpy as np, pickle
from pathlib import Path
from training import boards, board_network as bn
from vision.reading import network as N
w=N.load_weights(Path(sys.argv[1])); 
cal=bn.draw_boards(bn.CALIBRATION_BOARDS, 65, "calibration", folder=Path("/work/scratch/cal"))
rng=np.random.default_rng(0); cal=[cal[i] for i in rng.permutation(len(cal))[:500]]
from vision.reading.seen import doubt
E=[];W=[];D=[];wrongs=[]
for bi,b in enumerate(cal):
    s=N.scores(w,b.planes,b.measured,b.size).places
    m=[];y_=[]
    for t,y in ((s.upright,b.upright),(s.level,b.level)):
        y=y.astype(int); ok=(y>=0)&(y<=1)
        q=t[ok]; yy=y[ok]; own=q[np.arange(len(yy)),yy]; rest=q.copy(); rest[np.arange(len(yy)),yy]=-99; rest=rest.max(1)
        top=q.max(1); z=q-top[:,None]; p=np.exp(z)/np.exp(z).sum(1,keepdims=True); e=1-p.max(1); wr=q.argmax(1)!=yy
        E.append(e);W.append(wr);m.append(e)
        wrongs+= [(float(ee),bi) for ee in e[wr & (e<.01)]]
E=np.concatenate(E);W=np.concatenate(W)
edges=[0,1e-6,1e-5,3e-5,1e-4,3e-4,1e-3,3e-3,1e-2,3e-2,.1,1]
for a,b in zip(edges,edges[1:]):
    k=(E>=a)&(E<b); print(f"{a:.0e}-{b:.0e} n {k.sum()} predicted {E[k].sum():.2f} wrong {W[k].sum()}")
print(sorted(wrongs)[:30])
