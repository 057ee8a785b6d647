"""What passes between the wire and one tournament."""
