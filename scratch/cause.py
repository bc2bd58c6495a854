"""cause.py FIRST N KIND...: of those not answered: clues misread and doubtful, sides misread and doubtful."""
import sys
import numpy as np, cv2
cv2.setNumThreads(1)
from fixtures.drawing import kinds as K
from vision.reading.read import read
from pipeline import solve_image
first, n = int(sys.argv[1]), int(sys.argv[2])
for kind in sys.argv[3:]:
    for num in range(first, first + n):
        p = K.drawn(kind, num); t = p.truth.puzzle
        if not p.truth.is_readable: continue
        r = solve_image(p.pixels)
        if r.status == "solved": continue
        rd = r.reading; st = p.style
        u = np.hypot(*(p.corners[3]-p.corners[0]))/t.height
        look = f"pitch {u:.0f} digit {st.digit_height/st.pitch*u:.0f} font {str(st.font).split('/')[-1][:14]} wall {st.wall:.1f} thin {st.thin:.1f} {'/'.join(p.pixels.shape and map(str,p.pixels.shape[:2]))}"
        if rd is None: print(kind, num, r.status, "NO READING", [m.code for m in r.messages], look); continue
        if (rd.board.rows, rd.board.cols) != (t.height, t.width): print(kind, num, r.status, "SIZE", rd.board.rows, rd.board.cols, "not", t.height, t.width, [m.code for m in r.messages], look); continue
        cm = cd = 0
        for axis in ("row", "col"):
            for b, c in zip(getattr(rd.evidence, f"{axis}_clues"), getattr(t, f"{axis}_clues")):
                if c is None: continue
                lp = np.exp(np.array(tuple(b))); cm += lp.argmax() != c; cd += lp[c] < .97
        sm = sd = 0
        for seen, true in ((np.array(rd.evidence.right), np.array(t.regions)[:, 1:] != np.array(t.regions)[:, :-1]), (np.array(rd.evidence.below), np.array(t.regions)[1:] != np.array(t.regions)[:-1])):
            sm += int(((seen > 0) != true).sum()); sd += int((np.abs(seen) < 4).sum())
        print(kind, num, r.status, f"clues {cm} misread {cd} doubtful of {t.height+t.width}; sides {sm} misread {sd} doubtful", [m.code for m in r.messages], look)
