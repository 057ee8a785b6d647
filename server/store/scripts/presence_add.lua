-- Write down that a node holds some aggregates of one shard.
--
-- KEYS  of each, nodes by the end of their presence (sorted set)
-- ARGV  1 node   2 for how many ms

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%d', now))
  redis.call('ZADD', key, string.format('%d', now + ARGV[2]), ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end
return 1
