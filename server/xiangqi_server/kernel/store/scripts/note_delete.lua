-- Remove a note from an aggregate, and the aggregate from the index with its last one.
--
-- KEYS  its notes (hash), the index of its shard (sorted set), channel of the aggregate
-- ARGV  1 field   2 name of the aggregate   3 topic under which this is published
--       4 what the note must say, if given
-- Gives 1 if it was removed.

if ARGV[4] and redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[4] then
  return 0
end
local removed = redis.call('HDEL', KEYS[1], ARGV[1])
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('ZREM', KEYS[2], ARGV[2])
end
redis.call('PUBLISH', KEYS[3], cmsgpack.pack({1, 'a', ARGV[3], ''}))
return removed
