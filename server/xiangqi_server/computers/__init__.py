"""Programs that let engines play: ordinary clients of the server, in processes of their own."""
