"""Where events live: compare-and-append on Valkey or in memory."""
