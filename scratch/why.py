"""why.py KIND NUMBER...: what is misread or doubted, in the reading and the result."""
import sys
import numpy as np, cv2
cv2.setNumThreads(1)
from fixtures.drawing import kinds as K
from pipeline import solve_image
kind, numbers = sys.argv[1], list(map(int, sys.argv[2:]))
for n in numbers:
    p = K.drawn(kind, n)
    r = solve_image(p.pixels)
    print("==", kind, n, p.pixels.shape, r.status, [m.code for m in r.messages] if hasattr(r, "messages") else "")
    for d in r.doubts[:6]:
        m = d.message
        print("   ", d.place, m.code, round(d.confidence, 4), "otherwise", d.otherwise)
    rd = r.reading
    if rd is None: continue
    t = p.truth.puzzle
    if (rd.board.rows, rd.board.cols) != (t.height, t.width): print("    size", rd.board.rows, rd.board.cols, "truth", t.height, t.width); continue
    for axis in ("row", "col"):
        for i, (b, c) in enumerate(zip(getattr(rd.evidence, f"{axis}_clues"), getattr(t, f"{axis}_clues"))):
            lp = np.exp(np.array(tuple(b)))
            o = lp.argsort()[::-1][:3]
            if (c is not None and (o[0] != c or lp[o[0]] < 0.97)): print("    clue", axis, i, "true", c, [(int(k), round(float(lp[k]), 3)) for k in o])
    for name, seen, true in (("right", np.array(rd.evidence.right), np.array(t.regions)[:, 1:] != np.array(t.regions)[:, :-1]), ("below", np.array(rd.evidence.below), np.array(t.regions)[1:] != np.array(t.regions)[:-1])):
        bad = (seen > 0) != true; unsure = np.abs(seen) < 4
        print("   ", name, "misread", int(bad.sum()), "unsure", int(unsure.sum()), "of", seen.size)
