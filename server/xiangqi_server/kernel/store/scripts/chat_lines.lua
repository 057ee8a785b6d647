-- The lines of some streams of chat, oldest first.
--
-- KEYS  lines of each (stream)
-- Gives the entries of each: {"number-0", {"r", reference, "t", stamp, "b", body}}.

local found = {}
for number, stream in ipairs(KEYS) do
  found[number] = redis.call('XRANGE', stream, '-', '+')
end
return found
