"""cmp.py FIRST N OUT KIND... : outcomes as JSON lines; what is there is not done again."""
import sys, json, time
from pathlib import Path
import cv2
cv2.setNumThreads(1)
from benchmarks import accuracy
from fixtures.drawing import kinds as K
first, n, out, names = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:]
groups = {"a": [*K.TO_ANSWER, *K.BEYOND], "d": [*K.DIMENSIONS], "r": ["real"]}
kinds = [k for name in names for k in groups.get(name, [name])]
done = {(r["kind"], r["number"]) for r in map(json.loads, out.read_text().splitlines())} if out.exists() else set()
with out.open("a") as f:
    for number in range(first, first + n):
        for kind in kinds:
            if kind == "real":
                at = number - first
                if at >= len(accuracy.REAL_TRUTHS): continue
            else: at = number
            if (kind, at) in done: continue
            t = time.process_time()
            try:
                o = accuracy.outcome(kind, at)
                rec = {"kind": kind, "number": at, **o._asdict()}
            except Exception as e:
                rec = {"kind": kind, "number": at, "error": repr(e), "right": False, "wrong": False, "status": "CRASH", "readable": True, "unsaid": False, "exact": False}
            rec["s"] = round(time.process_time() - t, 2)
            f.write(json.dumps(rec, default=bool) + "\n"); f.flush()
