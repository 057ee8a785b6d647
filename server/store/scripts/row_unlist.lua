-- Take a row out of some of its lists, if it still says what it did.
--
-- KEYS  row (hash), then the lists (sorted sets)
-- ARGV  1 body   2 member
-- Gives 1 if it did.

if redis.call('HGET', KEYS[1], 'b') ~= ARGV[1] then
  return 0
end
for i = 2, #KEYS do
  redis.call('ZREM', KEYS[i], ARGV[2])
end
return 1
