package dev.weir.net.websocket;

import dev.weir.net.http.HttpServer;
import java.util.concurrent.CountDownLatch;

/** Sends back what comes, for conformance suites and for trying by hand: {@code EchoServer [port]}. */
final class EchoServer {
    private static final int LARGE = 32 * 1024 * 1024;

    private EchoServer() {}

    public static void main(String[] args) throws InterruptedException {
        WebSocketOptions options = WebSocketOptions.builder()
                .maxMessage(LARGE)
                .compression(Compression.WITH_CONTEXT)
                .build();
        try (HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", args.length > 0 ? Integer.parseInt(args[0]) : 0)
                .handler(request -> WebSocket.accept(request, options, socket -> socket.send(socket.messages())))
                .start()
                .await()) {
            System.out.println("ws://127.0.0.1:" + server.port() + "/");
            new CountDownLatch(1).await(); // until it is killed
        }
    }
}
