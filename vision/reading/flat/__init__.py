"""The board laid flat: its lines where they are, its margins with what stands in them."""
