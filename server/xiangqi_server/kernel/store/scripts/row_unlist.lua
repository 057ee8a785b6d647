-- Take a row out of some of its lists, or move it within them, if it still says what it did.
--
-- KEYS  row (hash), then the lists (sorted sets)
-- ARGV  1 body   2 member   3 the score it gets in the lists; without it, it leaves them
-- Gives 1 if it did.

if redis.call('HGET', KEYS[1], 'b') ~= ARGV[1] then
  return 0
end
for i = 2, #KEYS do
  if ARGV[3] then
    redis.call('ZADD', KEYS[i], 'XX', ARGV[3], ARGV[2])
  else
    redis.call('ZREM', KEYS[i], ARGV[2])
  end
end
return 1
