"""A ledger → one page that shows every picture before and after."""
