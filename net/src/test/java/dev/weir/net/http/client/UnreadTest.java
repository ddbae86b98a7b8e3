package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.GENEROUS;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class UnreadTest {
    private final VirtualTime time = new VirtualTime(); // it stands: no unreadTimeout comes

    /** Its threads would wait for the reader, and the program for them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatIsClosedKeepsNoResponse(boolean http2) throws InterruptedException {
        HttpClientBuilder builder = HttpClient.builder().threads(1).clock(time);
        HttpClient client = (http2 ? builder.http2PriorKnowledge() : builder).build();
        try (HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(request -> One.of(Response.text("unread")))
                .start()
                .await(GENEROUS)) {
            CompletableFuture<Thread> loop = new CompletableFuture<>();
            ClientResponse response = value(begin(client.get("http://127.0.0.1:" + server.port() + "/")
                    .send()
                    .doOnValue(head -> loop.complete(Thread.currentThread()))));
            client.close();
            failure(begin(response.text()), Reason.SHUT_DOWN);
            assertTrue(value(loop).join(GENEROUS), "its thread goes on");
        }
    }
}
