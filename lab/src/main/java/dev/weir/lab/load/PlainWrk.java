package dev.weir.lab.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The load generator wrk as anybody runs it: one thread, so many connections, and nothing else but the time. */
public record PlainWrk(int connections) implements Generator {
    private static final Pattern REQUESTS =
            Pattern.compile(" +(\\d+) requests in ([0-9.]+)s, ([0-9.]+)([KMGT]?B) read");
    private static final Pattern ERRORS =
            Pattern.compile(" +Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");
    private static final Pattern STATUS = Pattern.compile(" +Non-2xx or 3xx responses: (\\d+)");
    private static final List<String> UNITS = List.of("B", "KB", "MB", "GB", "TB");

    @Override
    public Load run(List<String> urls, double seconds) throws IOException, InterruptedException {
        String time = String.format(Locale.ROOT, "-d%.0fs", Math.max(1, seconds));
        Process process = new ProcessBuilder("wrk", "-t1", "-c" + connections, time, urls.getFirst())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return parse(output);
    }

    static Load parse(String output) {
        Matcher all = output.lines()
                .map(REQUESTS::matcher)
                .filter(Matcher::matches)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("wrk did not get to its end, but printed:\n" + output));
        double bytes = Double.parseDouble(all.group(3)) * Math.pow(1024, UNITS.indexOf(all.group(4)));
        return new Load(
                Long.parseLong(all.group(1)) - sum(STATUS, output), // it counts what it was refused, too
                (long) bytes,
                Double.parseDouble(all.group(2)),
                sum(ERRORS, output) + sum(STATUS, output),
                new Latencies());
    }

    /** Of the numbers in a line, or 0 if there is no such line. */
    private static long sum(Pattern pattern, String output) {
        return output.lines()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .mapToLong(line -> {
                    long sum = 0;
                    for (int group = 1; group <= line.groupCount(); group++) {
                        sum += Long.parseLong(line.group(group));
                    }
                    return sum;
                })
                .sum();
    }
}
