from fixtures.drawing import kinds as K
from collections import Counter
for k in [*K.TO_ANSWER,*K.BEYOND,*K.DIMENSIONS]:
    c=Counter()
    for n in range(30000000,30000012):
        p=K.drawn(k,n); c[(p.truth.is_legible,p.truth.walls_show)]+=1
    print(k,dict(c))
