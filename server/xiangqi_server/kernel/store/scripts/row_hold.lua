-- Have a row be there for as long as one of its holders says so, or take back what one of them said.
--
-- KEYS  row (hash: b the latest end, l its list, h and a holder: the end of that holder),
--       the list if it is held (sorted set), and another one that it may be in
-- ARGV  1 the start of the keys of the collection's lists in this shard   2 member   3 holder
--       4 now in ms   5 until when in ms; 0 to take it back   6 list, if not taken back
-- Gives 1 if the row is there then, or 0; or the name of the list that it is in and that was not
-- named, and nothing is done.

local known, is_named = redis.call('HGET', KEYS[1], 'l'), false
for i = 2, #KEYS do
  is_named = is_named or known and KEYS[i] == ARGV[1] .. known
end
if known and not is_named then
  return {known}
end
local now = tonumber(ARGV[4])
if ARGV[5] == '0' then
  redis.call('HDEL', KEYS[1], 'h' .. ARGV[3])
else
  redis.call('HSET', KEYS[1], 'h' .. ARGV[3], ARGV[5])
end
local latest, fields = 0, redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local field, value = fields[i], fields[i + 1]
  if field:sub(1, 1) == 'h' then
    local until_ms = tonumber(value)
    if until_ms <= now then
      redis.call('HDEL', KEYS[1], field)
    else
      latest = math.max(latest, until_ms)
    end
  end
end
local list = ARGV[6] or known
if known and (latest == 0 or known ~= list) then
  redis.call('ZREM', ARGV[1] .. known, ARGV[2])
end
if latest == 0 then
  redis.call('HDEL', KEYS[1], 'b', 'l')
  return 0
end
local score = string.format('%d', latest)
redis.call('HSET', KEYS[1], 'b', score, 'l', list)
redis.call('PEXPIRE', KEYS[1], latest - now)
redis.call('ZREMRANGEBYSCORE', ARGV[1] .. list, '-inf', ARGV[4])
redis.call('ZADD', ARGV[1] .. list, score, ARGV[2])
return 1
