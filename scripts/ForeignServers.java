import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.ClientTls;
import dev.weir.net.http.client.HttpClient;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Asks servers of others with our client, and says what came of it. */
public final class ForeignServers {
    private static final int LARGE = 405_000;
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static int failed;

    private ForeignServers() {}

    /**
     * @param args whom to trust, then of each server: its name, its URL, and what it can do: files (/large, of 405,000
     *     bytes), ranges, echo (at /echo), h2c
     */
    public static void main(String[] args) {
        for (int i = 1; i < args.length; i += 3) {
            boolean direct = args[i + 2].contains("h2c");
            var builder = HttpClient.builder().tls(ClientTls.standard().trust(Path.of(args[0])));
            try (HttpClient client = (direct ? builder.http2PriorKnowledge() : builder).build()) {
                run(client, args[i], args[i + 1], args[i + 2]);
            }
        }
        System.exit(failed == 0 ? 0 : 1);
    }

    private static void run(HttpClient client, String name, String url, String abilities) {
        if (abilities.contains("files")) {
            check(name, "a file", () -> length(client, url + "/large").await(LONGEST), LARGE);
            check(name, "200 files at once", () -> many(200, i -> length(client, url + "/large")), 200 * LARGE);
            check(name, "1000 files one after the other", () -> oneByOne(client, url), 1000 * LARGE);
            check(
                    name,
                    "no such file",
                    () -> client.get(url + "/none")
                            .send(response -> response.bytes().map(bytes -> response.status()))
                            .await(LONGEST),
                    404);
        }
        if (abilities.contains("ranges")) {
            check(
                    name,
                    "a range",
                    () -> client.get(url + "/large")
                            .withHeader("Range", "bytes=10-19")
                            .send(response -> response.bytes().map(bytes -> response.status() + bytes.length))
                            .await(LONGEST),
                    216);
        }
        if (abilities.contains("echo")) {
            check(name, "an echo", () -> echoed(client, url, 1).await(LONGEST), 64 * 1024);
            check(name, "20 MB there and back", () -> echoed(client, url, 320).await(LONGEST), 320 * 64 * 1024);
            check(name, "50 echoes at once", () -> many(50, i -> echoed(client, url, 4)), 50 * 4 * 64 * 1024);
        }
    }

    private static One<Integer> length(HttpClient client, String url) {
        return client.get(url).send(response -> sum(response.body()));
    }

    private static One<Integer> echoed(HttpClient client, String url, int pieces) {
        byte[] piece = new byte[64 * 1024];
        return client.post(url + "/echo")
                .withBody(Many.range(0, pieces).map(i -> ByteBuffer.wrap(piece)))
                .send(response -> sum(response.body()));
    }

    private static One<Integer> sum(Many<ByteBuffer> body) {
        return body.reduce(() -> 0, (sum, piece) -> sum + piece.remaining());
    }

    private static int many(int count, Function<Integer, One<Integer>> asked) {
        List<One<Integer>> all =
                IntStream.range(0, count).mapToObj(asked::apply).toList();
        return One.all(all).await(LONGEST).stream().mapToInt(i -> i).sum();
    }

    private static int oneByOne(HttpClient client, String url) {
        return IntStream.range(0, 1000)
                .map(i -> length(client, url + "/large").await(LONGEST))
                .sum();
    }

    private interface Check {
        int run();
    }

    private static void check(String name, String what, Check check, int wanted) {
        String found;
        try {
            found = String.valueOf(check.run());
        } catch (RuntimeException failure) {
            found = failure.toString();
        }
        boolean well = found.equals(String.valueOf(wanted));
        failed += well ? 0 : 1;
        System.out.println(
                (well ? "ok " : "FAILED ") + name + ": " + what + (well ? "" : ": " + found + ", not " + wanted));
    }
}
