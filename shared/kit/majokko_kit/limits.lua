-- One generic cell rate (GCRA) decision for a caller, on the server's own clock.
--
-- KEYS[1] the caller's bucket: the theoretical arrival time, in ms
-- ARGV    quota (units), window (ms in which an empty quota is full again), need, wish (units)
-- Takes as much of `wish` as is there, at least `need`; when that is too much it takes nothing.
-- Answers: taken (0 = refused), left, ms until `need` is there, ms until the quota is full.

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local quota, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local need, wish = tonumber(ARGV[3]), tonumber(ARGV[4])
local unit = window / quota -- ms that one unit takes to come back

local arrival = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now)
arrival = math.min(arrival, now + window) -- it may be from a policy with a longer window
local left = math.floor((now + window - arrival) / unit + 1e-6)
if left < need then
  local wait = math.ceil(arrival + need * unit - window - now)
  return {0, left, wait, math.ceil(arrival - now)}
end
local taken = math.min(wish, left)
arrival = arrival + taken * unit
redis.call('SET', KEYS[1], string.format('%.3f', arrival), 'PX', math.max(1, math.ceil(arrival - now)))
return {taken, left - taken, 0, math.ceil(arrival - now)}
