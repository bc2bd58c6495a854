"""What a run leaves behind, and what a later one goes by."""
