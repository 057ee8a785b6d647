-- Say that a node serves, and tell when each node said so last.
--
-- KEYS  nodes by the time of their last word (sorted set)
-- ARGV  1 node   2 for how many ms a silent node is remembered
-- Gives node and time in turn, the longest silent first.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], string.format('%d', now), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%d', now - ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
