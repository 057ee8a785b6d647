"""The operators' office as an aggregate: reports of players, and what was done about them. Pure."""
