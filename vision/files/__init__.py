"""Files as people have them ↔ pixels."""
