import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.client.HttpClient;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Sends a large body to an echo through a proxy, and reads what comes back, all in this process: {@code java
 * ProxyRun.java BYTES}. The heap it is given is what it can hold of it.
 */
class ProxyRun {
    private static final int PIECE = 32 * 1024;

    public static void main(String[] arguments) throws Exception {
        long total = Long.parseLong(arguments[0]);
        try (HttpClient client = HttpClient.create()) {
            HttpServer echo = serve(request -> One.of(Response.stream("x/y", request.body())));
            String upstream = "http://127.0.0.1:" + echo.port();
            HttpServer proxy = serve(request -> client.request(request.method(), upstream + request.target())
                    .withBody(request.body())
                    .send()
                    .map(response -> Response.stream("x/y", response.body()).withStatus(response.status())));
            run(client, "http://127.0.0.1:" + proxy.port() + "/", total);
            client.shutdown(Duration.ofSeconds(5)).await();
            proxy.shutdown(Duration.ofSeconds(5)).await();
            echo.shutdown(Duration.ofSeconds(5)).await();
        }
    }

    private static HttpServer serve(Handler handler) {
        return HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(handler)
                .start()
                .await();
    }

    private static void run(HttpClient client, String url, long total) throws Exception {
        long began = System.nanoTime();
        byte[] piece = new byte[PIECE];
        Many<ByteBuffer> body = Many.range(0, Math.toIntExact(total / PIECE)).map(i -> ByteBuffer.wrap(piece));
        long came = client.post(url)
                .withBody(body)
                .send(response -> response.body().reduce(() -> 0L, (sum, part) -> sum + part.remaining()))
                .await();
        double seconds = (System.nanoTime() - began) / 1e9;
        if (came != total / PIECE * PIECE) {
            throw new AssertionError(came + " bytes came back");
        }
        System.out.printf(
                "%d bytes there and back through a proxy in %.1f s (%.0f MB/s each way), heap limit %d MB, "
                        + "collections %d, resident at most %s%n",
                came,
                seconds,
                came / seconds / 1e6,
                Runtime.getRuntime().maxMemory() >> 20,
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .mapToLong(collector -> collector.getCollectionCount())
                        .sum(),
                resident());
    }

    private static String resident() throws Exception {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return "unknown";
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .findFirst()
                .orElse("")
                .replaceFirst("VmHWM:\\s*", "");
    }
}
