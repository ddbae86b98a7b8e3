package dev.weir.net.websocket;

import java.net.URI;
import java.time.Duration;
import java.util.Objects;

/** Runs the cases of Autobahn's fuzzing server against our client: {@code AutobahnClient ws://127.0.0.1:9001}. */
final class AutobahnClient {
    private static final String AGENT = "weir-client";
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int LARGE = 32 * 1024 * 1024;

    private AutobahnClient() {}

    public static void main(String[] args) {
        String server = args[0];
        WebSocketOptions options = WebSocketOptions.builder()
                .maxMessage(LARGE)
                .compression(Compression.WITH_CONTEXT)
                .build();
        WebSocketClient client = WebSocketClient.builder().options(options).build();
        Message count = client.connect(
                        URI.create(server + "/getCaseCount"),
                        socket -> socket.messages().first())
                .await();
        int cases = Integer.parseInt(((Message.Text) Objects.requireNonNull(count)).text());
        for (int i = 1; i <= cases; i++) {
            run(client, URI.create(server + "/runCase?case=" + i + "&agent=" + AGENT));
        }
        client.connect(
                        URI.create(server + "/updateReports?agent=" + AGENT),
                        socket -> socket.messages().count())
                .await();
        System.out.println(cases + " cases were run");
    }

    private static void run(WebSocketClient client, URI uri) {
        client.connect(uri, socket -> socket.send(socket.messages()))
                .onErrorReturn(failure -> null)
                .await(LONGEST);
    }
}
