"""Programs that play by engines: ordinary clients of the server, run in processes of their own."""
