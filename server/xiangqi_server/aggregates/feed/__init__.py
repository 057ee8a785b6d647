"""The games that began and ended, numbered for programs that follow them, as an aggregate. Pure."""
