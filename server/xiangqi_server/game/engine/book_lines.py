"""The openings of the master games in `tests/data/games`; a generated file.

`python -m tests.tools.generate` makes it. A line has the number of games that went so far along it,
and no further in the book, and their moves.
"""

from typing import Final

BOOK_LINES: Final = """\
5 b0c2 c6c5
5 b2d2
2 b2e2
1 b2e2 b7e7
3 b2e2 b7e7 b0c2 b9c7
2 b2e2 b9c7
3 b2e2 b9c7 b0c2
2 b2e2 b9c7 b0c2 a9b9
1 b2e2 b9c7 b0c2 a9b9 a0b0
1 b2e2 b9c7 b0c2 a9b9 a0b0 c6c5
3 b2e2 b9c7 b0c2 a9b9 a0b0 c6c5 b0b6 h9g7
1 b2e2 b9c7 b0c2 a9b9 a0b0 h9g7
1 b2e2 b9c7 b0c2 a9b9 a0b0 h9g7 g3g4 c6c5
3 b2e2 b9c7 b0c2 a9b9 a0b0 h9g7 g3g4 c6c5 b0b6
3 b2e2 b9c7 b0c2 a9b9 a0b0 h9g7 h0i2 c6c5 h2g2 i9h9 i0h0
3 b2e2 b9c7 b0c2 a9b9 g3g4 b7a7 h0g2
3 b2e2 b9c7 b0c2 a9b9 g3g4 c6c5 h0g2
10 c0e2
3 c0e2 g6g5 h2g2
2 c3c4
1 c3c4 b7c7
2 c3c4 b7c7 h2e2
1 c3c4 b7c7 h2e2 c9e7
3 c3c4 b7c7 h2e2 c9e7 b0a2
3 c3c4 b7c7 h2e2 c9e7 d0e1
1 c3c4 b7c7 h2e2 c9e7 h0g2 c6c5 b0a2 c5c4 i0h0
1 c3c4 b7c7 h2e2 c9e7 h0g2 c6c5 b0a2 c5c4 i0h0 i9i8
2 c3c4 b7c7 h2e2 c9e7 h0g2 c6c5 b0a2 c5c4 i0h0 i9i8 a0b0 i8d8 d0e1
3 c3c4 b7c7 h2e2 c9e7 h0g2 c6c5 b0a2 c5c4 i0h0 i9i8 a0b0 i8d8 d0e1 d9e8
2 c3c4 b7c7 h2e2 c9e7 h0g2 c6c5 i0h0 c5c4 b0a2 i9i8 a0b0 i8d8
3 c3c4 b7c7 h2e2 c9e7 h0g2 c6c5 i0h0 c5c4 b0a2 i9i8 a0b0 i8d8 e2e6 d9e8
2 c3c4 b7c7 h2e2 c9e7 h0g2 c6c5 i0h0 c5c4 b0a2 i9i8 d0e1 i8d8
3 c3c4 b7c7 h2e2 c9e7 h0g2 c6c5 i0h0 c5c4 b0a2 i9i8 d0e1 i8d8 e2e6 d9e8
1 c3c4 b7c7 h2e2 c9e7 h0g2 i9i8
4 c3c4 b7c7 h2e2 c9e7 h0g2 i9i8 e2e6 d9e8 c0e2 b9d8 e6e5
1 c3c4 b7c7 h2e2 c9e7 h0g2 i9i8 i0h0 i8b8 b0c2 b9d8 b2a2 h9i7 c2d4
3 c3c4 b7c7 h2e2 c9e7 h0g2 i9i8 i0h0 i8b8 b0c2 b9d8 b2a2 h9i7 c2d4 d9e8
3 c3c4 b7c7 h2e2 g9e7 b0a2 b9a7 a0b0 a9a8
3 c3c4 c9e7
1 c3c4 c9e7 b0c2 g6g5
2 c3c4 c9e7 b0c2 g6g5 b2a2 b9c7
4 c3c4 c9e7 b0c2 g6g5 b2a2 b9c7 a0b0 a9b9
5 c3c4 g6g5 b0c2 h9g7
4 c3c4 g6g5 h2g2
3 c3c4 g6g5 h2g2 b7e7
2 c3c4 g6g5 h2g2 h7e7
3 c3c4 g6g5 h2g2 h7e7 b0c2 h9g7 c0e2
1 c3c4 h9g7
3 c3c4 h9g7 b0c2
2 c3c4 h9g7 g3g4
3 c3c4 h9g7 g3g4 h7i7
2 g0e2
1 g0e2 b7d7
3 g0e2 b7d7 a0a1 b9c7 a1d1
3 g0e2 b7d7 b0c2 c6c5 g3g4 b9c7 h0g2 a9b9 a0b0
3 g0e2 b7d7 g3g4
3 g0e2 b7f7
1 g0e2 b9a7
3 g0e2 b9a7 b0c2
3 g0e2 b9c7
3 g0e2 c9e7
2 g0e2 g6g5
3 g0e2 g6g5 b0a2
1 g0e2 g6g5 c3c4
3 g0e2 g6g5 c3c4 h9g7 b0c2
2 g0e2 g9e7
3 g0e2 g9e7 c3c4
3 g0e2 h7d7
3 g0e2 h7d7 c3c4 h9g7
3 g0e2 h7d7 h0g2 h9g7 i0h0
2 g0e2 h7d7 h0g2 h9g7 i0h0 g6g5
3 g0e2 h7d7 h0g2 h9g7 i0h0 g6g5 c3c4
1 g0e2 h7e7 h0g2 h9g7
3 g0e2 h7e7 h0g2 h9g7 b0c2
3 g0e2 h7e7 h0g2 h9g7 i0h0 i9h9
4 g0e2 h7f7
1 g0e2 h9g7
3 g0e2 h9g7 g3g4
2 g3g4
3 g3g4 b9c7
3 g3g4 g9e7
1 g3g4 h7g7 b2e2
1 g3g4 h7g7 b2e2 c9e7 h0i2 h9i7
4 g3g4 h7g7 b2e2 c9e7 h0i2 h9i7 i0h0 i9i8
3 g3g4 h7g7 b2e2 g9e7
1 h0g2
2 h0g2 g6g5
3 h0g2 g6g5 c3c4 h9g7 b0c2
1 h2d2
3 h2d2 h7e7 h0g2 h9g7 i0h0 b9c7
3 h2d2 h7e7 h0g2 h9g7 i0h0 i9i8
1 h2e2
2 h2e2 b9c7 c3c4
1 h2e2 b9c7 c3c4 g6g5 b0c2 h9g7
2 h2e2 b9c7 c3c4 g6g5 b0c2 h9g7 h0g2 i9h9
1 h2e2 b9c7 c3c4 g6g5 b0c2 h9g7 h0g2 i9h9 i0i1
3 h2e2 b9c7 c3c4 g6g5 b0c2 h9g7 h0g2 i9h9 i0i1 c9e7
3 h2e2 b9c7 h0g2
1 h2e2 b9c7 h0g2 g6g5
2 h2e2 b9c7 h0g2 g6g5 i0h0
1 h2e2 b9c7 h0g2 g6g5 i0h0 h7f7
3 h2e2 b9c7 h0g2 g6g5 i0h0 h7f7 e3e4
3 h2e2 b9c7 h0g2 g6g5 i0h0 i9i7
3 h2e2 b9c7 h0g2 h7f7 c3c4
2 h2e2 b9c7 h0g2 h7f7 g3g4
1 h2e2 b9c7 h0g2 h7f7 g3g4 h9g7
3 h2e2 b9c7 h0g2 h7f7 g3g4 h9g7 b0a2
3 h2e2 b9c7 h0g2 h7f7 g3g4 h9g7 c3c4 i9h9 b2c2 h9h5
1 h2e2 b9c7 h0g2 h7f7 i0h0
3 h2e2 b9c7 h0g2 h7f7 i0h0 h9g7
3 h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 b0a2
1 h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 b2d2 a9b9 b0c2
1 h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 b2d2 a9b9 b0c2 b7a7 c3c4 g6g5
3 h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 b2d2 a9b9 b0c2 b7a7 c3c4 g6g5 c2d4
1 h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 g3g4 c6c5
1 h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 g3g4 c6c5 b0a2
3 h2e2 b9c7 h0g2 h7f7 i0h0 h9g7 g3g4 c6c5 b0a2 g9e7
2 h2e2 b9c7 h0g2 h9g7
5 h2e2 b9c7 h0g2 h9g7 i0h0 i9h9
1 h2e2 h7e7
1 h2e2 h7e7 h0g2
2 h2e2 h7e7 h0g2 h9g7
1 h2e2 h7e7 h0g2 h9g7 i0h0
2 h2e2 h7e7 h0g2 h9g7 i0h0 g6g5
3 h2e2 h7e7 h0g2 h9g7 i0h0 g6g5 b0c2
4 h2e2 h7e7 h0g2 h9g7 i0h0 i9i8
1 h2e2 h7e7 h0g2 h9g7 i0h0 i9i8 b0c2 i8d8
4 h2e2 h7e7 h0g2 h9g7 i0h0 i9i8 b0c2 i8d8 g3g4
1 h2e2 h7e7 h0g2 h9g7 i0i1 i9h9 i1d1 h9h5 b0c2
3 h2e2 h7e7 h0g2 h9g7 i0i1 i9h9 i1d1 h9h5 b0c2 b9c7
2 h2e2 h9g7 g3g4
2 h2e2 h9g7 g3g4 i9h9 h0g2
3 h2e2 h9g7 g3g4 i9h9 h0g2 h7i7 b0c2 c6c5 b2b6
1 h2e2 h9g7 h0g2
3 h2e2 h9g7 h0g2 b9c7 c3c4 g6g5 b0c2
2 h2e2 h9g7 h0g2 b9c7 i0h0 i9h9
3 h2e2 h9g7 h0g2 b9c7 i0h0 i9h9 b0a2 g6g5 b2c2
3 h2e2 h9g7 h0g2 b9c7 i0h0 i9h9 c3c4 g6g5
3 h2e2 h9g7 h0g2 g6g5
2 h2e2 h9g7 h0g2 g6g5 c3c4
3 h2e2 h9g7 h0g2 g6g5 c3c4 b9c7 b0c2 i9h9
1 h2e2 h9g7 h0g2 g6g5 i0h0 i9h9
2 h2e2 h9g7 h0g2 g6g5 i0h0 i9h9 h0h6 b9c7
3 h2e2 h9g7 h0g2 g6g5 i0h0 i9h9 h0h6 b9c7 b0c2
1 h2e2 h9g7 h0g2 g6g5 i0h0 i9h9 h0h6 b9c7 c3c4
3 h2e2 h9g7 h0g2 g6g5 i0h0 i9h9 h0h6 b9c7 c3c4 h7i7 h6g6 i7i8 b0c2
1 h2e2 h9g7 h0g2 i9h9
1 h2e2 h9g7 h0g2 i9h9 b0c2
2 h2e2 h9g7 h0g2 i9h9 b0c2 c6c5
3 h2e2 h9g7 h0g2 i9h9 b0c2 c6c5 i0i1 b9c7 e3e4
1 h2e2 h9g7 h0g2 i9h9 c3c4
1 h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 b0c2
2 h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 b0c2 b9c7
1 h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 b0c2 b9c7 b2b4
1 h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 b0c2 b9c7 b2b4 c9e7
1 h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 b0c2 b9c7 b2b4 c9e7 i0h0
3 h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 b0c2 b9c7 b2b4 c9e7 i0h0 a9c9 a0a2 b7b8
3 h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 b0c2 b9c7 b2b4 g7h5 c2d4 c9e7
3 h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 b0c2 b9c7 b2b4 g9e7 i0h0 h7h5 g3g4 b7b8
1 h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 b0c2 b9c7 i0i1
2 h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 b0c2 b9c7 i0i1 c9e7
1 h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 b0c2 b9c7 i0i1 c9e7 i1f1
1 h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 b0c2 b9c7 i0i1 c9e7 i1f1 h7i7
4 h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 b0c2 b9c7 i0i1 c9e7 i1f1 h7i7 b2b4 g7h5
4 h2e2 h9g7 h0g2 i9h9 c3c4 g6g5 b0c2 h7i7
5 h2e2 h9g7 h0g2 i9h9 c3c4 h7i7 b0c2
3 h2e2 h9g7 h0g2 i9h9 c3c4 h7i7 b0c2 g6g5
2 h2e2 h9g7 h0g2 i9h9 g3g4 h7i7 b0c2
3 h2e2 h9g7 h0g2 i9h9 g3g4 h7i7 b0c2 c6c5
3 h2e2 h9g7 h0g2 i9h9 i0h0
2 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2
2 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 g6g5
2 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 g6g5 b2c2
1 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 g6g5 b2c2 a9b9
1 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 g6g5 b2c2 a9b9 a0b0 b7b3 h0h4
4 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 g6g5 b2c2 a9b9 a0b0 b7b3 h0h4 c9e7
4 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 g6g5 b2c2 a9b9 a0b0 b7b3 h0h4 h7i7
9 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 g6g5 b2c2 a9b9 a0b0 b7b5 h0h6 g7f5
1 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 g6g5 b2c2 a9b9 a0b0 h7h3
3 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 g6g5 b2c2 a9b9 a0b0 h7h3 b0b6 b7a7
1 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5
3 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 b0c2
4 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6
3 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8
2 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2
5 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2 d9e8
4 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 e3e4 d9e8
2 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5
2 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0a2
2 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0a2 a6a5
1 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0a2 a6a5 b2c2 c7b5
4 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0a2 a6a5 b2c2 c7b5 a0a1 a5a4
3 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0a2 a6a5 b2c2 c7b5 a0a1 c9e7
3 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0a2 a6a5 b2c2 c7b5 a0a1 g9e7
3 h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b2b6 g9e7
1 h2e2 h9g7 h0g2 i9h9 i0h0 g6g5
2 h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7
3 h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 b0c2 c6c5 a0a1
4 h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 b0c2 c6c5 a0a1 b7b6 h6h4 c9e7
2 h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 c3c4
1 h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 c3c4 h7i7
3 h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 c3c4 h7i7 h6g6 i7i8 b0c2 d9e8
1 h2e2 h9g7 h0g2 i9h9 i0h0 h7h3
2 h2e2 h9g7 h0g2 i9h9 i0h0 h7h3 g3g4 b7e7
3 h2e2 h9g7 h0g2 i9h9 i0h0 h7h3 g3g4 b7e7 b0c2 b9c7
1 h2f2
4 h2f2 b7e7 b0c2 b9c7 h0g2 h9i7
"""
