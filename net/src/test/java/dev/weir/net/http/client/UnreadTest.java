package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.GENEROUS;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class UnreadTest {
    private final VirtualTime time = new VirtualTime(); // it stands: no unreadTimeout comes

    @Test
    void aBodyInPlaceOfAnotherFreesTheConnection() {
        try (TestClient test = TestClient.start(time, builder -> builder.maxConnections(1))) {
            var head = begin(test.get("/").send());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(TestClient.OK);
            ClientResponse other = value(head).withBody(Many.of(ByteBuffer.wrap(new byte[] {'n', 'o'})));
            assertEquals("no", value(begin(other.text())));
            var next = begin(test.get("/").text());
            socket.request();
            socket.send(TestClient.OK);
            assertEquals("ok", value(next));
        }
    }

    @Test
    void aBodyMadeOfAnotherIsAllOfIt() {
        try (TestClient test = TestClient.start(time, builder -> builder.maxConnections(1))) {
            var head = begin(test.get("/").send());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(TestClient.OK);
            ClientResponse response = value(head);
            Many<ByteBuffer> longer = response.body().concatWith(Many.of(ByteBuffer.wrap(new byte[] {'!'})));
            assertEquals("ok!", value(begin(response.withBody(longer).text())));
            until(() -> test.client.pool().idle() == 1);
        }
    }

    /** Its threads would wait for the reader, and the program for them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatIsClosedKeepsNoResponse(boolean http2) throws InterruptedException {
        CompletableFuture<Response> answer =
                new CompletableFuture<>(); // behind the subscription, or that has the thread
        HttpClientBuilder builder = HttpClient.builder().threads(1).clock(time);
        HttpClient client = (http2 ? builder.http2PriorKnowledge() : builder).build();
        try (HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(request -> One.from(answer))
                .start()
                .await(GENEROUS)) {
            CompletableFuture<Thread> loop = new CompletableFuture<>();
            CompletableFuture<ClientResponse> sent = begin(client.get("http://127.0.0.1:" + server.port() + "/")
                    .send()
                    .doOnValue(head -> loop.complete(Thread.currentThread())));
            answer.complete(Response.text("unread"));
            ClientResponse response = value(sent);
            client.close();
            failure(begin(response.text()), Reason.SHUT_DOWN);
            assertTrue(value(loop).join(GENEROUS), "its thread goes on");
        }
    }
}
