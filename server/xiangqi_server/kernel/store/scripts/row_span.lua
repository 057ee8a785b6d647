-- How many entries a span of a list has in this shard, and the first or last of them.
--
-- KEYS  list (sorted set)
-- ARGV  1, 2 score and member from which, '' for the start   3, 4 up to but without which, '' for
--       the end   5 how many entries to give   6 '1' for the last ones instead of the first
-- Gives {count, member, score, ...}, always in rising order.
-- Entries of one score are ordered by their bytes; Lua's own comparison would use the locale.

local function is_before(a, b)
  for i = 1, math.min(#a, #b) do
    local x, y = a:byte(i), b:byte(i)
    if x ~= y then
      return x < y
    end
  end
  return #a < #b
end

-- The number of entries before a place, found by halving among those of its score.
local function before(score, member)
  local low = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. score)
  local high = low + redis.call('ZCOUNT', KEYS[1], score, score)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if is_before(redis.call('ZRANGE', KEYS[1], middle, middle)[1], member) then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end

local from = 0
if ARGV[1] ~= '' then
  from = before(ARGV[1], ARGV[2])
end
local to
if ARGV[3] ~= '' then
  to = before(ARGV[3], ARGV[4])
else
  to = redis.call('ZCARD', KEYS[1])
end
local count = math.max(0, to - from)
local given = math.min(count, tonumber(ARGV[5]))
local answer = {count}
if given > 0 then
  local first = from
  if ARGV[6] == '1' then
    first = to - given
  end
  local entries = redis.call('ZRANGE', KEYS[1], first, first + given - 1, 'WITHSCORES')
  for i = 1, #entries do
    answer[i + 1] = entries[i]
  end
end
return answer
