"""What players and addresses may ask of a node."""
