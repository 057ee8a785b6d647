"""The place of one game, as an aggregate: state, commands, events. Pure."""
