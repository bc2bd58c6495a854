import sys, numpy as np
from pathlib import Path
from training import board_network as bn
from vision.reading.network import load_weights
from vision.reading.seen import probabilities
w=dict(load_weights(Path(sys.argv[1])))
cal=bn.draw_boards(bn.CALIBRATION_BOARDS, 65, "calibration", folder=Path("/work/scratch/cal"))
bs=[b for b in cal if b.puzzle==0 and bn._is_whole(b)]
told=[next(iter(bn._told(w,b))) for b in bs]
order=sorted(told,key=lambda x:x[2])
for clip in (99,6,4,3):
    for k,g in enumerate(np.array_split(np.arange(len(order)),6)):
        out=[]
        for T in (.5,.6,.7,.8,.9,1.,1.1,1.2):
            tot=0
            for i in g:
                q,t,d=order[i]; l=-np.log(np.maximum(probabilities(q/np.float32(T))[np.arange(len(t)),t],1e-9)); tot+=min(len(t),np.minimum(l,clip).sum())
            out.append(round(float(tot),1))
        print("clip",clip,"group",k,"doubt",round(order[g[0]][2],3),round(order[g[-1]][2],3),out,"best T",(.5,.6,.7,.8,.9,1.,1.1,1.2)[int(np.argmin(out))])
