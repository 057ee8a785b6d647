"""Where events are stored: compare-and-append on Valkey."""
