"""soup.py OUT IN...: the mean of weights; `further` becomes two layers."""
import sys
import numpy as np
from pathlib import Path
from vision.reading.network import load_weights, save_weights
every=[load_weights(Path(p)) for p in sys.argv[2:]]
w={k: np.mean([e[k] for e in every],axis=0).astype(np.float32) for k in every[0]}
for part in ("kernel","bias"):
    if f"further.{part}" in w:
        one=w.pop(f"further.{part}"); w[f"further1.{part}"]=one; w[f"further2.{part}"]=one.copy()
save_weights(Path(sys.argv[1]),w)
