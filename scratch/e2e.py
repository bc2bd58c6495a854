import sys, numpy as np, cv2, json
cv2.setNumThreads(1)
from fixtures.drawing import kinds as K
from vision.reading.read import read
from vision.files.pixels import *
import pipeline
n=int(sys.argv[1])
for kind in sys.argv[2:]:
    L=N=M=0; E=[]; miss=0
    for num in range(44000000,44000000+n):
        p=K.drawn(kind,num); t=p.truth.puzzle
        r=pipeline.solve_image(p.pixels); rd=r.reading
        if rd is None or (rd.board.rows,rd.board.cols)!=(t.height,t.width): miss+=1; continue
        R=np.array(t.regions)
        for seen,true in ((np.array(rd.evidence.right),R[:,1:]!=R[:,:-1]),(np.array(rd.evidence.below),R[1:]!=R[:-1])):
            s=np.where(true,seen,-seen); L+=np.logaddexp(0,-s).sum(); N+=s.size; M+=(s<0).sum(); E+=list(1/(1+np.exp(np.abs(seen).ravel())))
    print(kind,"boards",n-miss,"nats",round(L,1),"per board",round(L/max(1,n-miss),2),"misread",M,"of",N,"p50 p90 p99",np.quantile(E,[.5,.9,.99]),flush=True)
