"""digits.py COUNT SEED OUT: draw crops with one process, as the network sees them."""
import sys, pickle, time
import numpy as np
import training.crops as cr
from training import digit_network as dn, fonts
count, seed, out = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
real = cr.strip_beside
def tried(flat, edge, middle, share=1.0):
    try: return real(flat, edge, middle, share)
    except Exception as e:
        pickle.dump((flat, edge, middle), open("/work/scratch/crash.pkl", "wb")); print("CRASH", edge, middle, flat.pitch, flat.margin, flat.rows, flat.cols, flush=True); raise
cr.strip_beside = tried
fam = {"t": fonts.TRAINING, "v": fonts.VALIDATION}[sys.argv[4] if len(sys.argv) > 4 else "t"]
t=time.time(); faces = fonts.find_faces(fam)
parts = []
for c in range(-(-count // dn.CHUNK)):
    try: parts.append(dn._draw_chunk(faces, [seed, c]))
    except Exception as e: print(c, e, flush=True)
    if c % 40 == 0: print(c, time.time() - t, flush=True)
ex = dn.Examples(*(np.concatenate(p) for p in zip(*parts)))
pickle.dump(tuple(ex), open(out, "wb")); print(len(ex.ink), time.time()-t)
