package dev.weir.lab.servers;

import dev.weir.lab.streams.Receiving;
import dev.weir.rsocket.RSocketClient;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Receives streams by Weir, by callbacks. */
final class WeirRSocketClient implements Responder, StreamListener {
    private static final Duration LONG = Duration.ofHours(1);

    private final Receiving receiving;

    private WeirRSocketClient(Receiving receiving) {
        this.receiving = receiving;
    }

    static void receive(Receiving receiving) throws Exception {
        WeirRSocketClient listener = new WeirRSocketClient(receiving);
        RSocketClient client = RSocketClient.builder()
                .threads(1)
                .keepalive(LONG)
                .lifetime(LONG)
                .build();
        String address = "tcp://" + receiving.host() + ":" + receiving.port();
        for (int i = 0; i < receiving.connections(); i++) {
            LoopConnection connection = client.connectLoop(address, listener).await();
            CompletableFuture<Void> asked = CompletableFuture.runAsync(() -> listener.ask(connection), task -> {
                if (!connection.post(task)) {
                    throw new IllegalStateException("the event loop has ended");
                }
            });
            asked.join();
        }
        receiving.work();
    }

    private void ask(LoopConnection connection) {
        for (int i = 0; i < receiving.streams(); i++) {
            ByteBuffer request =
                    StandardCharsets.US_ASCII.encode(receiving.next().text());
            if (connection.requestStream(null, request, Long.MAX_VALUE, this) == 0) {
                throw new IllegalStateException("the connection takes no request");
            }
        }
    }

    @Override
    public StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) {
        return this; // nobody asks
    }

    @Override
    public void next(LoopConnection connection, int stream, View payload) {
        receiving.count();
    }

    @Override
    public void failed(LoopConnection connection, int stream, RSocketException failure) {
        throw failure;
    }
}
