-- Forget what is packed of a log, for it is in the cold tier now.
--
-- KEYS  log (stream), head (hash), packed (string)
-- ARGV  1 version   2 digest the log must stand at   3 SHA-1 of what is packed
--       4 digest under which the cold tier has it
-- Gives 1, or 0 if the log has moved on.

local stands = redis.call('HMGET', KEYS[2], 'v', 'd')
local packed = redis.call('GET', KEYS[3])
if stands[1] ~= ARGV[1] or stands[2] ~= ARGV[2] or not packed
    or redis.call('EXISTS', KEYS[1]) == 1 or redis.sha1hex(packed) ~= ARGV[3] then
  return 0
end
redis.call('HSET', KEYS[2], 'c', ARGV[4])
-- Expired at once: a server that may not delete cannot delete what it should not.
redis.call('PEXPIRE', KEYS[3], 0)
return 1
