"""What all aggregates share: decisions, stamps, refusals. Pure; imports nothing of ours."""
