package dev.weir.reactivestreams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import dev.weir.Many;
import dev.weir.One;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bodies of the JDK's client, which needs no bridge. */
class HttpClientTest {
    private HttpServer server;
    private URI uri;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (var out = exchange.getResponseBody()) {
                exchange.getRequestBody().transferTo(out);
            }
        });
        server.start();
        uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void streamsAreBodiesBothWays() {
        Many<ByteBuffer> body =
                Many.range(0, 1_000).map(i -> ByteBuffer.wrap((i + "\n").getBytes(StandardCharsets.US_ASCII)));
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .POST(HttpRequest.BodyPublishers.fromPublisher(body))
                    .build();
            One<Integer> size = One.from(() -> client.sendAsync(request, HttpResponse.BodyHandlers.ofPublisher()))
                    .flatMapMany(response -> Many.from(response.body()).flatMapIterable(buffers -> buffers))
                    .reduce(() -> 0, (bytes, buffer) -> bytes + buffer.remaining());
            assertEquals(List.of(3_890), List.of(size.await()));
        }
    }
}
