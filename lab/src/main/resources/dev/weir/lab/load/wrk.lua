-- Arguments: how many requests are sent at once, 1 unless told otherwise.
function init(args)
    local depth = tonumber(args[1] or 1)
    if depth > 1 then
        local all = string.rep(wrk.format(), depth)
        request = function()
            return all
        end
    end
end

-- The percentiles, each for the requests since the one before: to ask for each latency takes wrk minutes.
function done(summary, latency, requests)
    local e = summary.errors
    io.write(string.format("lab-summary %d %d %d %d %d %d %d %d\n", summary.requests, summary.bytes,
        summary.duration, e.connect, e.read, e.write, e.status, e.timeout))
    local function at(percent)
        return percent < 100 and latency:percentile(percent) or latency.max -- wrk has no hundredth percentile
    end
    local function tell(percent, share)
        local count = math.max(1, math.floor(share * summary.requests + 0.5))
        io.write(string.format("lab-latency %d %d\n", at(percent), count))
    end
    if summary.requests < 1000 then -- too few for shares
        for percent = 1, summary.requests > 0 and 100 or 0 do
            io.write(string.format("lab-latency %d 1\n", at(percent)))
        end
        return
    end
    for step = 1, 199 do
        tell(step / 2, 0.005)
    end
    for step = 1, 10 do
        tell(99.5 + step / 20, 0.0005)
    end
end
