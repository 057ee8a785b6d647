-- Say that a node serves, and write a silence before it down, once.
--
-- KEYS  time of the last beat (string), outages (list of "from:to"),
--       the mark of the store (string), if it is known; all in one shard.
-- ARGV  1 the longest silence in ms that is none   2 how many of the latest outages are kept
--       3 how many ms apart two outages are that are two
--       4 how many ms an older one lasted that is kept   5 until how many ms after its end   6 how many in all
-- Where the clock was set back, an outage that would end later than now ends now, and one that would begin later
-- never was: what was not served before it was set forward is owed all the same.
-- Gives the time, and the outages kept, oldest first.

if KEYS[3] and redis.call('EXISTS', KEYS[3]) == 0 then
  return redis.error_reply('REPLACED the store')
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local last = tonumber(redis.call('GET', KEYS[1]) or now)
if last - now > 1000 then
  local kept, cut = 0, nil
  for i, outage in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
    local began, ended = string.match(outage, '(%d+):(%d+)')
    if tonumber(ended) <= now then
      kept = i
    elseif tonumber(began) < now then
      cut = string.format('%s:%d', began, now)
    end
  end
  redis.call('LTRIM', KEYS[2], kept == 0 and 1 or 0, kept - 1)
  if cut then
    redis.call('RPUSH', KEYS[2], cut)
  end
  last = now
end
if now - last > tonumber(ARGV[1]) then
  local from = last
  local latest = redis.call('LRANGE', KEYS[2], -1, -1)[1]
  if latest then
    local began, ended = string.match(latest, '(%d+):(%d+)')
    if last - ended < tonumber(ARGV[3]) then
      from = tonumber(began)
      redis.call('LTRIM', KEYS[2], 0, -2)
    end
  end
  redis.call('RPUSH', KEYS[2], string.format('%d:%d', from, now))
  local known = redis.call('LRANGE', KEYS[2], 0, -1)
  for i = 1, #known - tonumber(ARGV[2]) do
    local began, ended = string.match(known[i], '(%d+):(%d+)')
    if ended - began < tonumber(ARGV[4]) or tonumber(ended) <= now - tonumber(ARGV[5]) then
      redis.call('LREM', KEYS[2], 1, known[i])
    end
  end
  redis.call('LTRIM', KEYS[2], -tonumber(ARGV[6]), -1)
end
redis.call('SET', KEYS[1], string.format('%d', math.max(last, now)))
return {now, redis.call('LRANGE', KEYS[2], 0, -1)}
