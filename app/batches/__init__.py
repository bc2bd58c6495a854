"""Jobs → outcomes over processes and clusters, and how far a run is."""
