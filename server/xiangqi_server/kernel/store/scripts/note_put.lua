-- Set a note on an aggregate.
--
-- KEYS  its notes (hash), the index of its shard (sorted set by the end of the notes),
--       channel of the aggregate
-- ARGV  1 field   2 body   3 for how many ms   4 name of the aggregate
--       5 topic under which the note is published

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%d', now))
redis.call('ZADD', KEYS[2], string.format('%d', now + ARGV[3]), ARGV[4])
redis.call('PUBLISH', KEYS[3], cmsgpack.pack({1, 'a', ARGV[5], ARGV[2]}))
return 1
