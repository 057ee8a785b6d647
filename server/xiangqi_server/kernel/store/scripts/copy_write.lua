-- Write down one aggregate as it was read in another store, in place of what is here.
--
-- KEYS  log (stream), head (hash), snapshot (hash), packed (string), due (sorted set),
--       notes (hash), index of notes (sorted set), then a stream for each kind of chat;
--       all in one shard
-- ARGV  1 name of the aggregate
--       2 the copy, packed: {head, snapshot, entries, packed, due, {notes, ms left},
--         {lines, ms left}, ...}; hashes as fields and values in turn, entries as {id, fields}

local name, copy = ARGV[1], cmsgpack.unpack(ARGV[2])

local function put_hash(key, fields)
  for i = 1, #fields, 2 do
    redis.call('HSET', key, fields[i], fields[i + 1])
  end
end

local function put_stream(key, entries)
  for _, entry in ipairs(entries) do
    redis.call('XADD', key, entry[1], unpack(entry[2]))
  end
end

-- Expired at once: a server that may not delete cannot delete what it should not.
for i, key in ipairs(KEYS) do
  if i ~= 5 and i ~= 7 then
    redis.call('PEXPIRE', key, 0)
  end
end
redis.call('ZREM', KEYS[5], name)

put_stream(KEYS[1], copy[3])
put_hash(KEYS[2], copy[1])
put_hash(KEYS[3], copy[2])
if copy[4] ~= '' then
  redis.call('SET', KEYS[4], copy[4])
end
if copy[5] ~= '' then
  redis.call('ZADD', KEYS[5], copy[5], name)
end
if #copy[6][1] > 0 then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  put_hash(KEYS[6], copy[6][1])
  redis.call('PEXPIRE', KEYS[6], copy[6][2])
  redis.call('ZADD', KEYS[7], string.format('%d', now + copy[6][2]), name)
end
for i = 8, #KEYS do
  put_stream(KEYS[i], copy[i - 1][1])
  if #copy[i - 1][1] > 0 then
    redis.call('PEXPIRE', KEYS[i], copy[i - 1][2])
  end
end
return 1
