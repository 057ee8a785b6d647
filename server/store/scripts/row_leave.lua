-- Take a row out of some of its lists, if it still says what it did.
--
-- KEYS  row (hash)
-- ARGV  1 the start of the keys of the collection's lists in this shard   2 body   3 member
--       then the lists
-- Gives 1 if it did.

if redis.call('HGET', KEYS[1], 'b') ~= ARGV[2] then
  return 0
end
for i = 4, #ARGV do
  redis.call('ZREM', ARGV[1] .. ARGV[i], ARGV[3])
end
return 1
