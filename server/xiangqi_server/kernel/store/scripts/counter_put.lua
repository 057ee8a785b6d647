-- Write down how many of something a node has at each of some aggregates, and tell each the sum of
-- all nodes.
--
-- KEYS  of each: counters (hash: node -> "number until"), channel of the aggregate
-- ARGV  1 node   2 for how many ms   3 topic under which a sum is published   4.. the numbers
-- Gives the sums.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local sums = {}
for n = 1, #KEYS / 2 do
  local counters, channel = KEYS[2 * n - 1], KEYS[2 * n]
  redis.call('HSET', counters, ARGV[1], string.format('%s %d', ARGV[3 + n], now + ARGV[2]))
  redis.call('PEXPIRE', counters, ARGV[2])
  local sum, counted = 0, redis.call('HGETALL', counters)
  for i = 1, #counted, 2 do
    local number, until_ms = string.match(counted[i + 1], '(%d+) (%d+)')
    if tonumber(until_ms) > now then
      sum = sum + tonumber(number)
    else
      redis.call('HDEL', counters, counted[i])
    end
  end
  redis.call('PUBLISH', channel, cmsgpack.pack({1, 'a', ARGV[3], string.format('%d', sum)}))
  sums[n] = sum
end
return sums
