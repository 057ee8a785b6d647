"""One client's talk with us: who may send what, what it becomes, and how it is told. Pure."""
