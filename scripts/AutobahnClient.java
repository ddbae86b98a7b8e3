import dev.weir.One;
import dev.weir.Retry;
import dev.weir.net.websocket.Message;
import dev.weir.net.websocket.MessageCompression;
import dev.weir.net.websocket.WebSocketClient;
import dev.weir.net.websocket.WebSocketOptions;
import java.net.URI;
import java.time.Duration;

/** Runs all cases of Autobahn's fuzzing server. */
public final class AutobahnClient {
    private static final int LARGE = 32 * 1024 * 1024;
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private AutobahnClient() {}

    /**
     * @param args where the server is: ws://127.0.0.1:9012
     */
    public static void main(String[] args) {
        WebSocketOptions options = WebSocketOptions.builder()
                .maxMessage(LARGE)
                .compression(MessageCompression.WITH_CONTEXT)
                .build();
        WebSocketClient client = WebSocketClient.builder().options(options).build();
        Message count = client.connect(
                        uri(args[0], "/getCaseCount"),
                        socket -> socket.messages().first())
                .retry(Retry.backoff(20, Duration.ofMillis(100))) // it takes a while to start
                .await();
        int cases = Integer.parseInt(((Message.Text) count).text());
        for (int i = 1; i <= cases; i++) {
            client.connect(uri(args[0], "/runCase?agent=weir&case=" + i), socket -> socket.send(socket.messages()))
                    .onErrorResume(failure -> One.ofVoid()) // many cases are meant to fail
                    .await(LONGEST);
        }
        client.connect(
                        uri(args[0], "/updateReports?agent=weir"),
                        socket -> socket.messages().count())
                .await();
        System.out.println(cases + " cases were run");
    }

    private static URI uri(String server, String path) {
        return URI.create(server + path);
    }
}
