import pickle, cv2, time
from pathlib import Path
cv2.setNumThreads(1)
from training import boards
from fixtures.drawing import kinds as K
t=time.time()
want={"photo":200,"undersampled":800,"pale aquariums":800,**{k:90 for k in K.DIMENSIONS}}
for kind,n in want.items():
    d=[b for b in (boards.example(kind, 68_000_000+i) for i in range(n)) if b is not None]
    Path(f"/work/scratch/b6/training {kind}, {n} from 68.pickle").write_bytes(pickle.dumps([tuple(o) for o in d]))
    print(kind,len(d),time.time()-t,flush=True)
