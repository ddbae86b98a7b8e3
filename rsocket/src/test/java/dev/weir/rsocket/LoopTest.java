package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The callbacks of the event loop, over all that carries them. */
class LoopTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    @TempDir
    private static Path folder;

    enum Way {
        TCP,
        UNIX,
        WEBSOCKET
    }

    /** Sends the request back: once, or as often as is demanded. */
    private static final class Echo implements Responder {
        @Override
        public StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) {
            ByteBuffer data = payload.data().share();
            return new StreamListener() {
                private int left = kind == Interaction.RESPONSE ? 1 : 1000;

                @Override
                public void demanded(LoopConnection of, int number) {
                    while (of.wants(number)) {
                        left--;
                        if (left == 0) {
                            of.last(number, null, data);
                        } else {
                            of.next(number, null, data);
                        }
                    }
                }

                @Override
                public void failed(LoopConnection of, int number, RSocketException failure) {}
            };
        }
    }

    /** Writes down what is heard. */
    private static final class Ear implements Responder, StreamListener {
        final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        int count;
        long bytes;

        @Override
        public StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) {
            throw new RSocketException.Rejected("nobody here");
        }

        @Override
        public void closed(LoopConnection connection, @Nullable Throwable failure) {
            heard.add("closed " + failure);
        }

        @Override
        public void next(LoopConnection connection, int stream, View payload) {
            count++;
            bytes += payload.data().length();
            if (count % 3 == 0) {
                connection.request(stream, 3);
            }
        }

        @Override
        public void complete(LoopConnection connection, int stream) {
            heard.add("complete " + count + " " + bytes);
            count = 0;
            bytes = 0;
        }

        @Override
        public void failed(LoopConnection connection, int stream, RSocketException failure) {
            heard.add("failed " + failure);
        }

        String next() throws InterruptedException {
            return String.valueOf(heard.poll(120, TimeUnit.SECONDS));
        }
    }

    private record Place(Runnable server, String address) implements AutoCloseable {
        @Override
        public void close() {
            server.run();
        }
    }

    private static Place start(Way way) {
        RSocketServer.Builder builder =
                RSocketServer.builder().bind("127.0.0.1", 0).loop((connection, setup) -> One.of(new Echo()));
        if (way == Way.WEBSOCKET) {
            HttpServer server = HttpServer.builder()
                    .bind("127.0.0.1", 0)
                    .handler(builder.webSocket())
                    .start()
                    .await(GENEROUS);
            return new Place(server::close, "ws://127.0.0.1:" + server.port() + "/rsocket");
        }
        Path socket = folder.resolve("rsocket.sock");
        RSocketServer server =
                (way == Way.UNIX ? builder.bind(socket) : builder).start().await(GENEROUS);
        return new Place(server::close, way == Way.UNIX ? "unix:" + socket : "tcp://127.0.0.1:" + server.port());
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void carriesRequestsAndStreams(Way way) throws Exception {
        Place place = start(way);
        try (place) {
            Ear ear = new Ear();
            LoopConnection client =
                    RSocketClient.create().connectLoop(place.address(), ear).await(GENEROUS);
            for (int length : new int[] {0, 1, 1000, 100_000, 3_000_000}) {
                ByteBuffer data = ByteBuffer.wrap("x".repeat(length).getBytes(StandardCharsets.UTF_8));
                assertTrue(client.post(() -> client.requestResponse(null, data, ear)));
                assertEquals("complete 1 " + length, ear.next());
            }
            client.post(() -> client.requestStream(null, ByteBuffer.allocate(100), 3, ear));
            assertEquals("complete 1000 100000", ear.next());
            client.post(() -> client.close("done"));
            assertEquals("closed null", ear.next());
        }
    }
}
