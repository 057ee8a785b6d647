"""What every aggregate has in common: decisions, stamps, refusals. Pure; alone in the tree."""
