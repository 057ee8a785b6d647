-- The end of a log, or the beginning of that end.
--
-- KEYS  log (stream), packed (string), head (hash)
-- ARGV  1 version after which  2 how many entries at most; without it, all
-- Gives the entries and, if the first of them is not the next one, what is packed, or else under
-- which digest it lies elsewhere.

local after = tonumber(ARGV[1])
local range = {KEYS[1], string.format('(%d-0', after), '+'}
if ARGV[2] then
  range[4], range[5] = 'COUNT', ARGV[2]
end
local entries = redis.call('XRANGE', unpack(range))
local first = entries[1] and entries[1][1]
if first == string.format('%d-0', after + 1) then
  return {entries, '', ''}
end
local packed = redis.call('GET', KEYS[2]) or ''
return {entries, packed, packed == '' and redis.call('HGET', KEYS[3], 'c') or ''}
