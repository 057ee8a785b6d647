-- Compare-and-append: the only write of a log.
--
-- KEYS  log (stream), head (hash), snapshot (hash), due (sorted set), outbox (hash),
--       the mark of the store (string), if the writer knows it,
--       and any other key if the writer publishes what it wrote itself, or no other node can hear
--       it; all in one shard.
-- ARGV  1 version, 2 digest the writer stands on   3 event id   4 digest after the events
--       5 name of the aggregate   6 due in ms, or '' for no alarm   7 earliest store time
--       8 snapshot of what the writer stands on, or '' to keep the old one   9 longest tail
--       10 '1' to forget the events up to the snapshot   11 number of events
--       then the events, then pairs (field, body) for the outbox
-- What is written is also published on the aggregate's channel, for the nodes that follow it.
-- Without its mark the store is not the one the writer knows: REPLACED.
-- Gives the stamp (accepted), {now} (too early), or {digest, tail} (the log stands elsewhere).
-- Everything is checked before the first write: a script is never half done.

if KEYS[6] and redis.call('EXISTS', KEYS[6]) == 0 then
  return redis.error_reply('REPLACED the store')
end

local log, head, snapshot, due, outbox = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local expected = tonumber(ARGV[1])

local stands = redis.call('HMGET', head, 'v', 'd', 't')
local version = tonumber(stands[1] or 0)
local digest = stands[2] or string.rep('\0', 32)

if version ~= expected or digest ~= ARGV[2] then
  local after = string.format('(%d-0', expected)
  return {digest, redis.call('XRANGE', log, after, '+', 'COUNT', ARGV[9])}
end

local time = redis.call('TIME')
local now = math.max(time[1] * 1000 + math.floor(time[2] / 1000), tonumber(stands[3] or 0))
if now < tonumber(ARGV[7]) then
  return {now}
end

if ARGV[8] ~= '' then
  redis.call('HSET', snapshot, 'v', version, 'd', digest, 't', stands[3] or 0, 'b', ARGV[8])
  if ARGV[10] == '1' then
    redis.call('XTRIM', log, 'MINID', string.format('%d-0', version + 1))
  end
end
local stamp = string.format('%d', now)
local last_event = 11 + tonumber(ARGV[11])
local bodies = {}
for i = 12, last_event do
  bodies[i - 11] = ARGV[i]
  version = version + 1
  redis.call('XADD', log, string.format('%d-0', version), 'e', ARGV[3], 't', stamp, 'b', ARGV[i])
end
redis.call('HSET', head, 'v', version, 'd', ARGV[4], 't', stamp)
if ARGV[6] == '' then
  redis.call('ZREM', due, ARGV[5])
else
  redis.call('ZADD', due, string.format('%d', now + ARGV[6]), ARGV[5])
end
for i = last_event + 1, #ARGV, 2 do
  redis.call('HSET', outbox, ARGV[i], ARGV[i + 1])
end
if not KEYS[7] then
  local channel = string.gsub(log, 'log:', 'ev:', 1)
  redis.call('PUBLISH', channel,
    cmsgpack.pack({1, 'e', now, ARGV[3], expected + 1, ARGV[4], bodies}))
end
return now
