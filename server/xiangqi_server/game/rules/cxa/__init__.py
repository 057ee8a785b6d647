"""The Chinese national rules: what a single ply amounts to, found from the position alone.

Read `values` (26.6), `move_cache`, `mates` (24.2), `material_search` (24.3), `captures` (24.4,
24.5, 26.5), `new_threat` (24.8, 26.1.4), `classes` (24.8, 26.1.3, 26.2), `joint` (24.17), in
this order.
"""
