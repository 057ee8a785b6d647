-- The aggregates of a shard that have notes.
--
-- KEYS  index of the shard (sorted set by the end of the notes)
-- ARGV  1 how many at most

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZRANGEBYSCORE', KEYS[1], string.format('(%d', now), '+inf', 'LIMIT', 0, ARGV[1])
