package dev.weir.lab.load;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What h2load prints, and its log of a line for each request. */
final class H2LoadOutput {
    private static final Pattern FINISHED = Pattern.compile("finished in ([0-9.]+)(ms|s), .*");
    private static final Pattern REQUESTS = Pattern.compile("requests: .* (\\d+) succeeded, (\\d+) failed, .*");
    private static final Pattern TRAFFIC = Pattern.compile("traffic: \\S+ \\((\\d+)\\) total, .*");

    private H2LoadOutput() {}

    static Load parse(String output, Stream<String> log) {
        Matcher finished = line(FINISHED, output);
        Matcher requests = line(REQUESTS, output);
        double seconds =
                Double.parseDouble(finished.group(1)) / (finished.group(2).equals("ms") ? 1e3 : 1);
        long bytes = number(line(TRAFFIC, output), 1);
        return new Load(number(requests, 1), bytes, seconds, number(requests, 2), latencies(log));
    }

    private static Matcher line(Pattern pattern, String output) {
        return output.lines()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("h2load did not get to its end, but printed:\n" + output));
    }

    private static long number(Matcher line, int group) {
        return Long.parseLong(line.group(group));
    }

    /** Of lines of a start, a status and the microseconds until the end. */
    private static Latencies latencies(Stream<String> log) {
        Latencies latencies = new Latencies();
        log.map(line -> line.split("\t", -1))
                .filter(parts -> parts.length == 3 && parts[1].equals("200"))
                .forEach(parts -> latencies.add(Long.parseLong(parts[2]), 1));
        return latencies;
    }
}
