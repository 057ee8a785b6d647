"""Logs, metrics and health for the operator."""
