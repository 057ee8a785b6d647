-- Say that a node serves, and write a silence before it down, once.
--
-- KEYS  time of the last beat (string), outages (list of "from:to"); both in one shard.
-- ARGV  1 the longest silence in ms that is none   2 how many outages are kept
-- Gives the outages kept, oldest first.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local last = tonumber(redis.call('GET', KEYS[1]) or now)
if now - last > tonumber(ARGV[1]) then
  redis.call('RPUSH', KEYS[2], string.format('%d:%d', last, now))
  redis.call('LTRIM', KEYS[2], -tonumber(ARGV[2]), -1)
end
redis.call('SET', KEYS[1], string.format('%d', math.max(last, now)))
return redis.call('LRANGE', KEYS[2], 0, -1)
