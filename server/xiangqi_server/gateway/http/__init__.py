"""What programs ask by plain HTTP: the messages of the socket that change nothing."""
