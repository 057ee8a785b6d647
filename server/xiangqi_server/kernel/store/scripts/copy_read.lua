-- All that is kept of one aggregate, read at one moment.
--
-- KEYS  log (stream), head (hash), snapshot (hash), packed (string), due (sorted set),
--       notes (hash), then a stream for each kind of chat; all in one shard
-- ARGV  1 name of the aggregate
-- Gives {head, snapshot, entries, packed, due, {notes, ms left}, {lines, ms left}, ...}; hashes as
-- fields and values in turn, what is not there as nothing.

local copy = {
  redis.call('HGETALL', KEYS[2]),
  redis.call('HGETALL', KEYS[3]),
  redis.call('XRANGE', KEYS[1], '-', '+'),
  redis.call('GET', KEYS[4]) or '',
  redis.call('ZSCORE', KEYS[5], ARGV[1]) or '',
  {redis.call('HGETALL', KEYS[6]), redis.call('PTTL', KEYS[6])},
}
for i = 7, #KEYS do
  copy[i] = {redis.call('XRANGE', KEYS[i], '-', '+'), redis.call('PTTL', KEYS[i])}
end
return copy
