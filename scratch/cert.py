import sys, json, numpy as np, cv2
cv2.setNumThreads(1)
from pathlib import Path
from pipeline import solve_image
F=Path("/work/scratch/str/sharp")
P=[];S=[];lines=[]
ts=[json.loads(l) for l in open(F/"truth.jsonl")][:70:2]
for t in ts:
    r=solve_image(F/t["file"]); rd=r.reading
    if rd is None or r.status!="solved": continue
    q=[1-np.exp(max(tuple(b))) for ax in ("row","col") for b in getattr(rd.evidence,f"{ax}_clues")]
    s=np.abs(np.concatenate([np.ravel(rd.evidence.right),np.ravel(rd.evidence.below)]))
    ps=(1/(1+np.exp(s))).sum()
    print(t["file"],"certain",r.puzzle_certain,"sum(1-p) clues",round(float(np.sum(q)),5),"max",round(float(max(q)),5),"sides sum",round(float(ps),5), "max", round(float(1/(1+np.exp(s.min()))),5))
    P+=q;S+=list(1/(1+np.exp(s)))
print("clues",np.quantile(P,[.1,.5,.9,.99]),"sides",np.quantile(S,[.1,.5,.9,.99,.999]))
