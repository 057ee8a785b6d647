-- Write down how many of something a node has at an aggregate, and tell the sum of all nodes.
--
-- KEYS  counters (hash: node -> "number until"), channel of the aggregate
-- ARGV  1 node   2 number   3 for how many ms   4 topic under which the sum is published
-- Gives the sum.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], string.format('%s %d', ARGV[2], now + ARGV[3]))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local sum, counted = 0, redis.call('HGETALL', KEYS[1])
for i = 1, #counted, 2 do
  local number, until_ms = string.match(counted[i + 1], '(%d+) (%d+)')
  if tonumber(until_ms) > now then
    sum = sum + tonumber(number)
  else
    redis.call('HDEL', KEYS[1], counted[i])
  end
end
redis.call('PUBLISH', KEYS[2], cmsgpack.pack({1, 'a', ARGV[4], string.format('%d', sum)}))
return sum
