"""digits.py COUNT SEED OUT: draw crops with one process, as the network sees them."""
import sys, pickle, time
import numpy as np
from training import digit_network as dn, fonts
count, seed, out = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
fam = {"t": fonts.TRAINING, "v": fonts.VALIDATION}[sys.argv[4] if len(sys.argv) > 4 else "t"]
t=time.time(); faces = fonts.find_faces(fam)
parts = [dn._draw_chunk(faces, [seed, c]) for c in range(-(-count // dn.CHUNK))]
ex = dn.Examples(*(np.concatenate(p) for p in zip(*parts)))
pickle.dump(tuple(ex), open(out, "wb")); print(len(ex.ink), time.time()-t)
