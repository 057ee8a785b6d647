"""One game's place as an aggregate: state, commands, events. Pure."""
