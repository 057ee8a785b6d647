-- Which nodes hold each of some aggregates now.
--
-- KEYS  nodes of their partition by the end of their presence (sorted set), then what nodes hold (sets)
-- ARGV  1 the start of the keys of the sets of what each node holds   2.. names of the aggregates
-- Gives the nodes of the partition, and the nodes for each name; only the first if the set of one of them
-- was not named.

local named = {}
for i = 2, #KEYS do
  named[KEYS[i]] = true
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local nodes = redis.call('ZRANGEBYSCORE', KEYS[1], string.format('(%d', now), '+inf')
for _, node in ipairs(nodes) do
  if not named[ARGV[1] .. node] then
    return {nodes}
  end
end
local found = {}
for i = 2, #ARGV do
  local holders = {}
  for _, node in ipairs(nodes) do
    if redis.call('SISMEMBER', ARGV[1] .. node, ARGV[i]) == 1 then
      holders[#holders + 1] = node
    end
  end
  found[#found + 1] = holders
end
return {nodes, found}
