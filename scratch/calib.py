"""calib.py WEIGHTS OUT: fit trust and heads on calibration boards of /work/scratch/cal."""
import sys, time
from pathlib import Path
import numpy as np
from training import board_network as bn
from vision.reading.network import load_weights, save_weights
t=time.time()
cal = bn.draw_boards(bn.CALIBRATION_BOARDS, 65, "calibration", folder=Path("/work/scratch/cal")); print(len(cal), time.time()-t)
w = dict(load_weights(Path(sys.argv[1])))
trust = bn.fit_trust(w, cal); print(trust.tolist())
w |= bn.fit_whole(w, cal)
save_weights(Path(sys.argv[2]), {**w, "trust": trust}); print(time.time()-t)
