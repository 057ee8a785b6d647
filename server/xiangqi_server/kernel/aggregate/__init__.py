"""What all aggregates share: decisions, stamps, refusals. Pure; imports no other package here."""
