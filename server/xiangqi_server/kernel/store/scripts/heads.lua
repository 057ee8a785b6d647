-- Where some logs of one shard stand.
--
-- KEYS  heads (hashes)

local heads = {}
for at, key in ipairs(KEYS) do
  heads[at] = redis.call('HMGET', key, 'v', 'd', 't')
end
return heads
