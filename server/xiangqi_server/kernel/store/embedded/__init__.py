"""Our own store process: found, started, watched and repaired."""
