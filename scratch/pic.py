import sys, numpy as np
from PIL import Image
from benchmarks import accuracy
kind,num,out=sys.argv[1],int(sys.argv[2]),sys.argv[3]
p=accuracy.drawn(kind,num); im=Image.fromarray(p.pixels); print(kind,num,im.size, (p.truth.puzzle.height,p.truth.puzzle.width))
im.thumbnail((700,700)); im.save(out)
