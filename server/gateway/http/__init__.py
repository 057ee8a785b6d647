"""What programs ask by plain HTTP: the same messages as over the socket, that only look."""
