"""noise.py WEIGHTS FOLDER SHARE: sides of training boards against which the network is sure, by kind."""
import sys, pickle, numpy as np
from pathlib import Path
from collections import Counter
from training import board_network as bn
from training.boards import Example
from vision.reading.network import load_weights, FRAME, BEYOND, scores, OPEN, WALL
w=load_weights(Path(sys.argv[1])); share=float(sys.argv[3]); rng=np.random.default_rng(1)
B=BEYOND
def exact(b):
    u=b.upright[B:-B]; l=b.level[:,B:-B]
    return all((part==FRAME).mean()>.9 for part in (u[:,B],u[:,-1-B],l[B],l[-1-B]))
tot=Counter(); N=Counter(); bad=Counter(); sm=Counter(); badmass=Counter()
out=[]
for f in sorted(Path(sys.argv[2]).glob("training *.pickle")):
    kind=f.name[9:].split(",")[0]
    for i,t in enumerate(pickle.loads(f.read_bytes())):
        if rng.random()>share: continue
        b=Example._make(t)
        if b.puzzle!=0 or not exact(b): continue
        s=scores(w,b.planes,b.measured,b.size).places
        L=[];n=0;mass=0
        for name,q,y in (("u",s.upright,b.upright),("l",s.level,b.level)):
            y=y.astype(int); ok=(y==OPEN)|(y==WALL)
            q=q[...,[OPEN,WALL]]; q=q-q.max(-1,keepdims=True); q=q-np.log(np.exp(q).sum(-1,keepdims=True))
            l=-np.take_along_axis(q,np.clip(y,0,1)[...,None],-1)[...,0]
            l[~ok]=0
            mass+=(1-np.exp(q.max(-1)))[ok].sum(); n+=ok.sum()
            for r,c in np.argwhere(l>3): L.append((name,int(r),int(c),round(float(l[r,c]),1),int(y[r,c])))
        d=mass/n
        if d<1e-3:
            tot["boards"]+=1; N[kind]+=n; sm[kind]+=mass
            for x in L:
                bad[kind]+=1; out.append((f.name,i,*x))
print(tot, sum(N.values()), "expected", sum(sm.values()), "surprised >3 nats:", sum(bad.values()))
for k,v in bad.most_common(25): print(k, v, N[k], "expected", round(sm[k],2))
pickle.dump(out, open("/work/scratch/noise.pkl","wb"))
