-- Aggregates of a shard whose alarm the time of this server has reached.
--
-- KEYS  due (sorted set)
-- ARGV  1 how many at most
-- Gives name and time in turn, the longest overdue first.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%d', now),
  'WITHSCORES', 'LIMIT', 0, ARGV[1])
