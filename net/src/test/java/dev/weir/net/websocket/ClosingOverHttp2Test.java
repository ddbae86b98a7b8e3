package dev.weir.net.websocket;

/** The same ends over HTTP/2, where a client of ours takes part. */
class ClosingOverHttp2Test extends ClosingTest {
    @Override
    WebSocketClient client() {
        return WebSocketClient.builder().http2().build();
    }
}
