-- Write down what a node holds in one partition, and that it does so for a while.
--
-- KEYS  nodes of the partition by the end of their presence (sorted set), what this node holds (set)
-- ARGV  1 node   2 for how many ms   3 '1' to forget what was written before
--       4 how many names are new, then these, then those it holds no longer
-- Gives how many names it holds.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[3] == '1' then
  -- Expired at once: a server that may not delete cannot delete what it should not.
  redis.call('PEXPIRE', KEYS[2], 0)
end
local last_new = 4 + tonumber(ARGV[4])
for i = 5, last_new do
  redis.call('SADD', KEYS[2], ARGV[i])
end
for i = last_new + 1, #ARGV do
  redis.call('SREM', KEYS[2], ARGV[i])
end
redis.call('PEXPIRE', KEYS[2], ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%d', now))
redis.call('ZADD', KEYS[1], string.format('%d', now + ARGV[2]), ARGV[1])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return redis.call('SCARD', KEYS[2])
