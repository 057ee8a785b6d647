-- Which nodes hold an aggregate now.
--
-- KEYS  nodes by the end of their presence (sorted set)

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZRANGEBYSCORE', KEYS[1], string.format('(%d', now), '+inf')
