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

function done(summary, latency, requests)
    local e = summary.errors
    io.write(string.format("lab-summary %d %d %d %d %d %d %d %d\n", summary.requests, summary.bytes,
        summary.duration, e.connect, e.read, e.write, e.status, e.timeout))
    for i = 1, #latency do
        local micros, count = latency(i)
        io.write(string.format("lab-latency %d %d\n", micros, count))
    end
end
