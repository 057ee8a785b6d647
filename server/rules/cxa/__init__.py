"""The Chinese national rules: what a single ply amounts to, found from the position alone.

Read `values` (26.6), `movebook`, `mates` (24.2), `gains` (24.3), `standing` (24.4, 24.5,
26.5), `novelty` (26.1.4), `classes` (24.8, 26.1.3, 26.2), `joint` (24.17), in this order.
"""
