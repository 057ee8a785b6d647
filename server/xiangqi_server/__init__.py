"""A real-time xiangqi server: rooms, clocks, rulings, and a log nobody loses."""
