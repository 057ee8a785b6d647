-- Put a row of a collection and its places in lists, or take both away.
--
-- KEYS  row (hash)
-- ARGV  1 version   2 the start of the keys of the collection's lists in this shard
--       3 '' to put; to remove: for how many ms the row is remembered as removed
--       4 body   5 the places packed, as a later call needs them: list, member, list, ...
--       then for each place: list, member, score
-- Gives 1, or 0 if a newer version was put or removed before. The lists lie in the shard of the row.

local known = redis.call('HMGET', KEYS[1], 'v', 'p')
if tonumber(known[1] or 0) > tonumber(ARGV[1]) then
  return 0
end
if known[2] then
  local places = cmsgpack.unpack(known[2])
  for i = 1, #places, 2 do
    redis.call('ZREM', ARGV[2] .. places[i], places[i + 1])
  end
end
if ARGV[3] ~= '' then
  redis.call('HDEL', KEYS[1], 'b', 'p')
  redis.call('HSET', KEYS[1], 'v', ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return 1
end
redis.call('HSET', KEYS[1], 'v', ARGV[1], 'b', ARGV[4], 'p', ARGV[5])
redis.call('PERSIST', KEYS[1])
for i = 6, #ARGV, 3 do
  redis.call('ZADD', ARGV[2] .. ARGV[i], ARGV[i + 2], ARGV[i + 1])
end
return 1
