"""The formats of tournaments, a module each: `format` says in what they may differ."""
