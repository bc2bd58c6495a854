"""Steps as people take them: the easiest next one, the whole way, and how hard it is."""
