"""tab.py OLD NEW: paired table."""
import sys, json
from collections import Counter, defaultdict
def load(p): return {(r["kind"], r["number"]): r for r in map(json.loads, open(p))}
old, new = load(sys.argv[1]), load(sys.argv[2])
kinds = list(dict.fromkeys(k for k, _ in new))
print(f"{'kind':20} n   old  new  lost won  wrong unsaid  (new) what")
T = Counter()
for k in kinds:
    keys = [x for x in new if x[0] == k and x in old and new[x].get("readable", True)]
    o, w = sum(old[x]["right"] for x in keys), sum(new[x]["right"] for x in keys)
    lost = [x[1] for x in keys if old[x]["right"] and not new[x]["right"]]
    won = [x[1] for x in keys if new[x]["right"] and not old[x]["right"]]
    wr = [x[1] for x in new if x[0] == k and new[x]["wrong"]]; un = [x[1] for x in new if x[0] == k and new[x]["unsaid"]]
    wro = sum(old[x]["wrong"] for x in old if x[0] == k); uno = sum(old[x]["unsaid"] for x in old if x[0] == k)
    st = Counter(new[x]["status"] for x in keys if not new[x]["right"])
    print(f"{k:20} {len(keys):3} {o:4} {w:4}  -{len(lost):2} +{len(won):2}  {len(wr)} ({wro})  {len(un)} ({uno})  {100*w/max(1,len(keys)):5.1f} %", dict(st.most_common(4)), "lost", lost[:6] if "-v" in sys.argv else "", "WRONG" if wr else "", wr, "unsaid" if un else "", un)
    T.update(n=len(keys), o=o, w=w, wrong=len(wr), unsaid=len(un))
print(T)
