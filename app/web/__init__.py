"""A page on one's own computer, and its API over HTTP: to the same service as the command."""
