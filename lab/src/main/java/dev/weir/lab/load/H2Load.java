package dev.weir.lab.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The load generator h2load, as a process: HTTP/2, over TLS where a URL says so.
 *
 * @param streams how many requests are under way at once on each connection
 */
public record H2Load(int connections, int streams) implements Generator {
    @Override
    public Load run(List<String> urls, double seconds) throws IOException, InterruptedException {
        return run(List.of(String.format(Locale.ROOT, "--duration=%.0f", Math.max(1, seconds))), urls.getFirst());
    }

    Load run(List<String> options, String url) throws IOException, InterruptedException {
        Path log = Files.createTempFile("weir-lab-h2load", ".log");
        try {
            List<String> command = new ArrayList<>(List.of(
                    "h2load",
                    "--threads=1",
                    "--clients=" + connections,
                    "--max-concurrent-streams=" + streams,
                    "--log-file=" + log));
            command.addAll(options);
            command.add(url);
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            try (Stream<String> lines = Files.lines(log, StandardCharsets.US_ASCII)) {
                return H2LoadOutput.parse(output, lines);
            }
        } finally {
            Files.delete(log);
        }
    }
}
