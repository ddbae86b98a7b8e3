package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.net.http.HttpServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

class OverloadTest {
    @Test
    void beyondItsLimitTheDeskSaysSoAtOnceAndStaysHealthy() throws Exception {
        HttpDesk desk = new HttpDesk(new Rates(Table.opening()), 10, 8081);
        try (HttpServer server = desk.server()
                        .bind("127.0.0.1", 0)
                        .maxInFlight(1)
                        .start()
                        .await();
                HttpClient client = HttpClient.newHttpClient();
                LineClient slow = new LineClient(server.port())) {
            slow.sendRaw("""
                PUT /rates/USD HTTP/1.1
                Host: desk
                Expect: 100-continue
                Content-Length: 4

                """.replace("\n", "\r\n"));
            assertEquals("HTTP/1.1 100 Continue", slow.read());
            assertEquals("", slow.read());

            HttpResponse<String> refused = get(client, server, "/10.99");
            assertEquals(503, refused.statusCode());
            assertEquals("1", refused.headers().firstValue("Retry-After").orElse("none"));
            assertEquals(200, get(client, server, "/health").statusCode());

            slow.sendRaw("1.07");
            assertEquals("HTTP/1.1 200 OK", slow.read());
            assertEquals(
                    "{\"EUR\": 10, \"USD\": 10.70}\n",
                    get(client, server, "/10").body());
        }
    }

    private static HttpResponse<String> get(HttpClient client, HttpServer server, String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                        .build(),
                BodyHandlers.ofString());
    }
}
