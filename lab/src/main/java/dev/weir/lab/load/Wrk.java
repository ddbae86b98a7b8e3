package dev.weir.lab.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The load generator wrk, as a process. */
public final class Wrk {
    private static final String TIMEOUT = "10s";

    private final Path script;

    private Wrk(Path script) {
        this.script = script;
    }

    public static Wrk create() throws IOException {
        Path script = Files.createTempFile("weir-lab", ".lua");
        script.toFile().deleteOnExit();
        try (InputStream in = Wrk.class.getResourceAsStream("wrk.lua")) {
            Files.write(script, in.readAllBytes());
        }
        return new Wrk(script);
    }

    /** The same, as a generator. */
    public Generator sending(int connections, int depth) {
        return (urls, seconds) -> run(urls, connections, seconds, depth);
    }

    /**
     * Sends requests, one after the other on each connection, and waits for the end.
     *
     * @param depth how many requests are sent at once, without waiting for answers
     */
    public Load run(List<String> urls, int connections, double seconds, int depth)
            throws IOException, InterruptedException {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < urls.size(); i++) {
            processes.add(start(urls.get(i), share(connections, urls.size(), i), seconds, depth));
        }
        Load all = null;
        for (Process process : processes) {
            Load load = result(process);
            all = all == null ? load : all.and(load, false);
        }
        return all;
    }

    /** Of so many connections, those of one of several. */
    static int share(int connections, int parts, int index) {
        return connections / parts + (index < connections % parts ? 1 : 0);
    }

    private Process start(String url, int connections, double seconds, int depth) throws IOException {
        return new ProcessBuilder(
                        "wrk",
                        "--threads",
                        "1",
                        "--connections",
                        String.valueOf(connections),
                        "--duration",
                        String.format(Locale.ROOT, "%.0fs", Math.max(1, seconds)),
                        "--timeout",
                        TIMEOUT,
                        "--script",
                        script.toString(),
                        url,
                        "--",
                        String.valueOf(depth))
                .redirectErrorStream(true)
                .start();
    }

    private static Load result(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return WrkOutput.parse(output);
    }
}
