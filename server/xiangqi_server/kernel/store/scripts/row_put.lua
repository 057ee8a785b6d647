-- Put a row of a collection and its places in lists, or take both away.
--
-- KEYS  row (hash), the lists of its places (sorted sets), and others that it may be in
-- ARGV  1 version   2 the start of the keys of the collection's lists in this shard
--       3 '' to put; to remove: for how many ms the row is remembered as removed
--       4 body   5 the places packed, as a later call needs them: list, member, list, ...
--       then for each place: member, score
-- Gives 1, or 0 if a newer version was put or removed before; or the names of lists that the row is
-- in and that were not named, and nothing is done. The lists lie in the shard of the row.

local known = redis.call('HMGET', KEYS[1], 'v', 'p')
if tonumber(known[1] or 0) > tonumber(ARGV[1]) then
  return 0
end
local places, named, unnamed = known[2] and cmsgpack.unpack(known[2]) or {}, {}, {}
for i = 2, #KEYS do
  named[KEYS[i]] = true
end
for i = 1, #places, 2 do
  if not named[ARGV[2] .. places[i]] then
    unnamed[#unnamed + 1] = places[i]
  end
end
if #unnamed > 0 then
  return unnamed
end
for i = 1, #places, 2 do
  redis.call('ZREM', ARGV[2] .. places[i], places[i + 1])
end
if ARGV[3] ~= '' then
  redis.call('HDEL', KEYS[1], 'b', 'p')
  redis.call('HSET', KEYS[1], 'v', ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return 1
end
redis.call('HSET', KEYS[1], 'v', ARGV[1], 'b', ARGV[4], 'p', ARGV[5])
redis.call('PERSIST', KEYS[1])
for i = 6, #ARGV, 2 do
  redis.call('ZADD', KEYS[i / 2 - 1], ARGV[i + 1], ARGV[i])
end
return 1
