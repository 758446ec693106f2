-- Fires the requests of a file in turn. Each stands there whole, behind its length in eight hexadecimal digits.
local shots = {}
local at = 0
local pause = 0

function init(args)
  pause = tonumber(args[2])
  local file = assert(io.open(args[1], 'rb'))
  local text = file:read('*a')
  file:close()
  local from = 1
  while from <= #text do
    local size = tonumber(text:sub(from, from + 7), 16)
    shots[#shots + 1] = text:sub(from + 8, from + 7 + size)
    from = from + 8 + size
  end
end

-- Milliseconds a connection rests before its next request.
function delay()
  return pause
end

function request()
  at = at % #shots + 1
  return shots[at]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('\nFIGURES {"requests":%d,"seconds":%.4f,"p50":%.3f,"p99":%.3f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000, e.status, e.connect + e.read + e.write + e.timeout))
end
