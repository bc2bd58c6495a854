import sys, numpy as np
from pathlib import Path
from training import board_network as bn
from vision.reading.network import load_weights, FRAME, BEYOND
from vision.reading.seen import probabilities
w=dict(load_weights(Path(sys.argv[1])))
cal=bn.draw_boards(bn.CALIBRATION_BOARDS, 65, "calibration", folder=Path("/work/scratch/cal"))
def exact(b):
    B=BEYOND; u=b.upright[B:-B]; l=b.level[:,B:-B]
    return all((part==FRAME).mean()>.9 for part in (u[:,B],u[:,-1-B],l[B],l[-1-B]))
sub=[b for b in cal if exact(b)]; print(len(sub),"of",len(cal))
told=list(zip(*(list(bn._told(w,b)) for b in sub)))
g3=bn._by_doubt(told[0])
for g in g3:
    out=[(T,round(float(sum(-np.log(np.maximum(probabilities(q/np.float32(T))[np.arange(len(t)),t],1e-9)).sum() for q,t,_ in g)),1)) for T in (.5,.6,.7,.8,.9,1.,1.1)]
    print(len(g),sum(len(t) for _,t,_ in g),round(g[0][2],3),round(g[-1][2],3),out)
print("fit",bn.fit_trust(w,sub).tolist())
