package dev.weir.net.websocket;

/** The same messages over HTTP/2; frame by frame it is still HTTP/1.1, on the same server. */
class WebSocketOverHttp2Test extends WebSocketTest {
    @Override
    WebSocketClient client() {
        return WebSocketClient.builder().http2().build();
    }
}
