-- What is needed to rebuild an aggregate, read at one moment.
--
-- KEYS  log (stream), head (hash), snapshot (hash)
-- Gives {head, snapshot, tail}; the fields of a missing hash are nil.

local snapshot = redis.call('HMGET', KEYS[3], 'v', 'd', 't', 'b')
return {
  redis.call('HMGET', KEYS[2], 'v', 'd', 't'),
  snapshot,
  redis.call('XRANGE', KEYS[1], '(' .. (snapshot[1] or '0') .. '-0', '+'),
}
