-- Keep streams of chat for longer, never for a shorter time.
--
-- KEYS  lines of each (stream)
-- ARGV  1 for how many ms from now at least

for _, stream in ipairs(KEYS) do
  local left = redis.call('PTTL', stream)
  if left >= 0 and left < tonumber(ARGV[1]) then
    redis.call('PEXPIRE', stream, ARGV[1])
  end
end
return 0
