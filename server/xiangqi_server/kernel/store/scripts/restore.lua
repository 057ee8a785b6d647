-- Write back what a failover has taken from a log, as it was.
--
-- KEYS  log (stream), head (hash), snapshot (hash, not touched), due (sorted set),
--       outbox (hash), the mark of the store (string), if the writer knows it; all in one shard.
-- ARGV  1 version, 2 digest, 3 stamp the log must stand at   4 digest after the events
--       5 name of the aggregate   6 due at, or '' for no alarm   7 number of events
--       then id, stamp and record of each event, then pairs (field, body) for the outbox
-- Whoever follows the aggregate is told that there is something to read.
-- Gives 1 if the log stands after the events now, whoever wrote them; else 0, nothing written.

if KEYS[6] and redis.call('EXISTS', KEYS[6]) == 0 then
  return redis.error_reply('REPLACED the store')
end

local log, head, due, outbox = KEYS[1], KEYS[2], KEYS[4], KEYS[5]
local version, count = tonumber(ARGV[1]), tonumber(ARGV[7])
local last_event = 7 + 3 * count
local last_stamp = ARGV[last_event - 1]

local stands = redis.call('HMGET', head, 'v', 'd', 't')
local stands_at = tonumber(stands[1] or 0)
local digest = stands[2] or string.rep('\0', 32)
local stamp = stands[3] or '0'

if stands_at == version + count and digest == ARGV[4] and stamp == last_stamp then
  return 1
end
if stands_at ~= version or digest ~= ARGV[2] or stamp ~= ARGV[3] then
  return 0
end

for i = 8, last_event, 3 do
  version = version + 1
  redis.call('XADD', log, string.format('%d-0', version),
    'e', ARGV[i], 't', ARGV[i + 1], 'b', ARGV[i + 2])
end
redis.call('HSET', head, 'v', version, 'd', ARGV[4], 't', last_stamp)
if ARGV[6] == '' then
  redis.call('ZREM', due, ARGV[5])
else
  redis.call('ZADD', due, ARGV[6], ARGV[5])
end
for i = last_event + 1, #ARGV, 2 do
  redis.call('HSET', outbox, ARGV[i], ARGV[i + 1])
end
local channel = string.gsub(log, 'log:', 'ev:', 1)
redis.call('PUBLISH', channel, cmsgpack.pack({1, 'r'}))
return 1
