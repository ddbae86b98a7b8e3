package dev.weir.lab.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * h2load that takes large bodies or sends them: so many whole ones, since one that is under way at the end would cost and
 * not count, and the same again until the time is over.
 *
 * @param upload how many bytes it sends with each request; none if it takes what comes
 */
public record Http2Bodies(H2Load clients, int requests, int upload) implements Generator {
    /** About as much as browsers may be sent of a stream and on a connection, as powers of two. */
    private static final List<String> WINDOWS = List.of("--window-bits=20", "--connection-window-bits=24");

    @Override
    public Load run(List<String> urls, double seconds) throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(WINDOWS);
        options.add("--requests=" + requests);
        if (upload == 0) {
            return repeat(options, urls.getFirst(), seconds);
        }
        Path body = Files.createTempFile("weir-lab-upload", ".bin");
        try {
            Files.write(body, new byte[upload]);
            options.add("--data=" + body);
            return repeat(options, urls.getFirst(), seconds);
        } finally {
            Files.delete(body);
        }
    }

    private Load repeat(List<String> options, String url, double seconds) throws IOException, InterruptedException {
        Load load = clients.run(options, url);
        while (load.seconds() < seconds) {
            load = load.and(clients.run(options, url), true);
        }
        return load;
    }
}
