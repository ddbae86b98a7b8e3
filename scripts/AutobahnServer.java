import dev.weir.net.http.HttpServer;
import dev.weir.net.websocket.MessageCompression;
import dev.weir.net.websocket.WebSocket;
import dev.weir.net.websocket.WebSocketOptions;

/** Sends back what comes over WebSockets, on any free port, which it prints. */
public final class AutobahnServer {
    private static final int LARGE = 32 * 1024 * 1024;

    private AutobahnServer() {}

    /**
     * @param args none
     */
    public static void main(String[] args) {
        WebSocketOptions options = WebSocketOptions.builder()
                .maxMessage(LARGE)
                .compression(MessageCompression.WITH_CONTEXT)
                .allowOrigins(origin -> true)
                .build();
        HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(request -> WebSocket.accept(request, options, socket -> socket.send(socket.messages())))
                .start()
                .await();
        System.out.println("port " + server.port());
    }
}
