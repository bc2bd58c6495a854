"""Hostile use of the command: a module per room, each attack a function that yields what did not hold."""
