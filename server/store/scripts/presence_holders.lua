-- Which nodes hold an aggregate now.
--
-- KEYS  nodes of its part by the end of their presence (sorted set)
-- ARGV  1 the start of the keys of the sets of what each node holds   2 name of the aggregate

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local found = {}
for _, node in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], string.format('(%d', now), '+inf')) do
  if redis.call('SISMEMBER', ARGV[1] .. node, ARGV[2]) == 1 then
    found[#found + 1] = node
  end
end
return found
