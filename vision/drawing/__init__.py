"""Pixels and what is known of them → new pictures."""
