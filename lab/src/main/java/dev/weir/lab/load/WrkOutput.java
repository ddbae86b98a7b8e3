package dev.weir.lab.load;

/** What our script lets wrk print at its end. */
final class WrkOutput {
    private static final String SUMMARY = "lab-summary ";
    private static final String LATENCY = "lab-latency ";

    private WrkOutput() {}

    static Load parse(String output) {
        Latencies latencies = new Latencies();
        long[] summary = null;
        for (String line : output.lines().toList()) {
            if (line.startsWith(SUMMARY)) {
                summary = numbers(line, SUMMARY, 8);
            } else if (line.startsWith(LATENCY)) {
                long[] seen = numbers(line, LATENCY, 2);
                latencies.add(seen[0], seen[1]);
            }
        }
        if (summary == null) {
            throw new IllegalStateException("wrk did not get to its end, but printed:\n" + output);
        }
        long errors = 0;
        for (int i = 3; i < summary.length; i++) {
            errors += summary[i];
        }
        // it counts what it was refused, too
        return new Load(summary[0] - summary[6], summary[1], summary[2] / 1e6, errors, latencies);
    }

    private static long[] numbers(String line, String prefix, int count) {
        String[] parts = line.substring(prefix.length()).trim().split(" ");
        if (parts.length != count) {
            throw new IllegalStateException(
                    "wrk printed " + parts.length + " numbers instead of " + count + ": " + line);
        }
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = Long.parseLong(parts[i]);
        }
        return numbers;
    }
}
