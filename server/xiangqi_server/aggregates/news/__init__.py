"""What operators have to tell everybody, as an aggregate. Pure."""
