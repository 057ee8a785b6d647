"""The store in Redis or Valkey: what each port does there."""
