package dev.weir.rsocket.raw;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A peer over a WebSocket of the JDK: one binary message is one frame. */
final class RawWebSocket implements WebSocket.Listener, AutoCloseable {
    private final BlockingQueue<String> came = new LinkedBlockingQueue<>();
    private final WebSocket socket;

    RawWebSocket(int port, String path) {
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + port + path), this)
                .join();
    }

    RawWebSocket send(RawFrame frame) {
        socket.sendBinary(ByteBuffer.wrap(frame.bytes()), true).join();
        return this;
    }

    /** Sends a frame as several fragments of a message. */
    RawWebSocket sendInPieces(RawFrame frame) {
        byte[] bytes = frame.bytes();
        for (int i = 0; i < bytes.length; i++) {
            socket.sendBinary(ByteBuffer.wrap(bytes, i, 1), i == bytes.length - 1)
                    .join();
        }
        return this;
    }

    String next() throws InterruptedException {
        String frame = came.poll(120, TimeUnit.SECONDS);
        return frame == null ? "nothing came" : frame;
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket same, ByteBuffer message, boolean last) {
        byte[] bytes = new byte[message.remaining()];
        message.get(bytes);
        came.add(last ? RawFrame.read(bytes).toString() : "a piece");
        same.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket same, int code, String reason) {
        came.add("end");
        return null;
    }

    @Override
    public void close() {
        socket.abort();
    }
}
