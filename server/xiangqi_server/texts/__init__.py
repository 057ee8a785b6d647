"""All words the server says: one file per topic, each text in four languages side by side.

Rules and rooms know codes, squares and clauses; this package words them for each reader. There is
one form for a text, `Worded`, and one way to it: `TABLE[code].in_language(language)`. Sentences
about pieces and moves (`rulings`) are filled in by the grammar of their language, which has a file.
"""
