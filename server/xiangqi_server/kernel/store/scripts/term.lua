-- How long ago a node first met the server that has this shard, if it was promoted.
--
-- KEYS  who had the shard when it was asked last, "id:stamp" (string)
-- A server has a replication id until it is restarted or promoted. One that was promoted names the
-- id of the primary before as its second one; any other has none, but for zeros.
-- Asking is to meet it. Gives ms; since 1970 where nothing tells of a promotion.

local facts = redis.call('INFO', 'replication')
local id = string.match(facts, 'master_replid:(%x+)') or ''
local before = string.match(facts, 'master_replid2:(%x+)') or ''
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known, stamp = string.match(redis.call('GET', KEYS[1]) or '', '(%x*):(%d+)')
if known ~= id then
  stamp = known and string.find(before, '[^0]') and now or 0
  redis.call('SET', KEYS[1], string.format('%s:%d', id, stamp))
end
return now - stamp
