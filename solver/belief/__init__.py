"""What a reader believes → the most probable puzzle with exactly one solution."""
