-- Add a line to a stream of chat, once for each reference.
--
-- KEYS  lines (stream), channel of the aggregate
-- ARGV  1 reference   2 body   3 how many lines are kept   4 for how many ms after the last
--       5 topic under which a new line is published
-- Gives the entry: {"number-0", {"r", reference, "t", stamp, "b", body}}.

local time = redis.call('TIME')
local stamp = string.format('%d', time[1] * 1000 + math.floor(time[2] / 1000))
local kept = redis.call('XREVRANGE', KEYS[1], '+', '-')
for _, entry in ipairs(kept) do
  if entry[2][2] == ARGV[1] then
    return entry
  end
end
local number = 1
if kept[1] then
  number = tonumber(string.match(kept[1][1], '^%d+')) + 1
end
local id = string.format('%d-0', number)
local fields = {'r', ARGV[1], 't', stamp, 'b', ARGV[2]}
redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[3], id, unpack(fields))
redis.call('PEXPIRE', KEYS[1], ARGV[4])
local line = cmsgpack.pack({number, tonumber(stamp), ARGV[2]})
redis.call('PUBLISH', KEYS[2], cmsgpack.pack({1, 'a', ARGV[5], line}))
return {id, fields}
