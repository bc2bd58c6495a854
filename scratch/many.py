from PIL import Image
import sys
n=int(sys.argv[1]); S=710
ims=[Image.open(f"/work/scratch/p{i}.png").convert("RGB") for i in range(n)]
W=Image.new("RGB",(3*S,S*((n+2)//3)),"magenta")
for i,im in enumerate(ims): W.paste(im,((i%3)*S,(i//3)*S))
W.save("/work/scratch/many.png")
