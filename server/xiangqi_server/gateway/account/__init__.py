"""Logging in, accounts, profiles and passwords."""
