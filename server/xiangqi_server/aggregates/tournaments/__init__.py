"""Tournaments: who entered, who plays whom, and who stands where, by format. Pure."""
