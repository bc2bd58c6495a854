"""What can be asked of a puzzle: pure functions from a picture and its result to an answer."""
