-- What is needed to rebuild an aggregate, read at one moment.
--
-- KEYS  log (stream), head (hash), snapshot (hash), packed (string),
--       the mark of the store (string), if the reader knows it
-- Gives {head, snapshot, tail, packed}; the fields of a missing hash are nil. What is packed
-- comes before the tail, and is given only if there is no snapshot; so is what is in the cold tier
-- under the digest that the head has beside it, if nothing is packed.

if KEYS[5] and redis.call('EXISTS', KEYS[5]) == 0 then
  return redis.error_reply('REPLACED the store')
end
local snapshot = redis.call('HMGET', KEYS[3], 'v', 'd', 't', 'b')
return {
  redis.call('HMGET', KEYS[2], 'v', 'd', 't', 'c'),
  snapshot,
  redis.call('XRANGE', KEYS[1], '(' .. (snapshot[1] or '0') .. '-0', '+'),
  not snapshot[1] and redis.call('GET', KEYS[4]) or '',
}
