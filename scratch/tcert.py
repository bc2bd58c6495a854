"""tcert.py WEIGHTS: of laid calibration boards, by T: how many are certain in their sides, and how many of those wrong."""
import sys, numpy as np, pickle
from pathlib import Path
from training import board_network as bn
from training.boards import Example
from vision.reading.network import load_weights
from vision.reading.seen import probabilities
w=dict(load_weights(Path(sys.argv[1])))
cal=bn.draw_boards(bn.CALIBRATION_BOARDS, 65, "calibration", folder=Path("/work/scratch/cal"))
val=[Example._make(b) for v in pickle.load(open("/work/scratch/val_net.pkl","rb")).values() for b in v]
for name,bs in (("cal",cal),("val",val)):
    bs=[b for b in bs if b.puzzle==0 and bn._is_whole(b)]
    told=[next(iter(bn._told(w,b))) for b in bs]
    for g in (0.,.5,1.,2.):
     for T in (.4,.5,.6,.7,.8,.9,1.):
        c=wr=0; L=0; ex=0
        for (q,t,d) in told:
            p=probabilities(q/np.float32(T+g*d)); own=p.max(1); e=1-own
            s=e.sum(); 
            if s<.01: c+=1; wr+=bool((p.argmax(1)!=t).any()); ex+=s
        print(name,len(bs),"T",T,"growth",g,"certain",c,"wrong",wr,"expected",round(float(ex),2))
