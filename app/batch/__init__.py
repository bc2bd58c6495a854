"""Jobs → outcomes, over this process, a pool of workers or a cluster."""
