"""Files people have ↔ pixels."""
