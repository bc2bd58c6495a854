import sys, time
from pathlib import Path
from training import board_network
t=time.time()
ex = board_network.draw_boards(int(sys.argv[1]), int(sys.argv[2]), sys.argv[4] if len(sys.argv)>4 else "training", folder=Path(sys.argv[3]))
print(len(ex), time.time()-t)
