-- Keep a log at rest as one string in place of its stream and its snapshot.
--
-- KEYS  log (stream), head (hash), snapshot (hash), packed (string)
-- ARGV  1 version   2 digest the log must stand at   3 all its events, packed
-- Gives 1, or 0 if the log has moved on.

local stands = redis.call('HMGET', KEYS[2], 'v', 'd')
if stands[1] ~= ARGV[1] or stands[2] ~= ARGV[2] then
  return 0
end
redis.call('SET', KEYS[4], ARGV[3])
-- Expired at once: a server that may not delete cannot delete what it should not.
redis.call('PEXPIRE', KEYS[1], 0)
redis.call('PEXPIRE', KEYS[3], 0)
return 1
