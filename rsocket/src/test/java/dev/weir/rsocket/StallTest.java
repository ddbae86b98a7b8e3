package dev.weir.rsocket;

import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A peer that takes nothing is given up after the time that was set, over all that carries frames. */
class StallTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final int USUAL_SECONDS = 30;
    private static final int MORE_THAN_SOCKETS_TAKE = 15_000_000;

    /** Hears of the end. */
    private static final class Ear implements Responder {
        final CompletableFuture<LoopConnection> opened = new CompletableFuture<>();
        final CompletableFuture<Boolean> closed = new CompletableFuture<>();

        One<Responder> open(LoopConnection connection) {
            opened.complete(connection);
            return One.of(this);
        }

        @Override
        public StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) {
            throw new RSocketException.Rejected("nobody here");
        }

        @Override
        public void closed(LoopConnection connection, @Nullable Throwable failure) {
            closed.complete(true);
        }
    }

    private final VirtualTime time = new VirtualTime();
    private final Ear serving = new Ear();
    private final Ear asking = new Ear();

    private RSocketServer.Builder server(boolean timed) {
        RSocketServer.Builder server =
                RSocketServer.builder().bind("127.0.0.1", 0).loop((connection, setup) -> serving.open(connection));
        return timed ? server.clock(time).stallTimeout(LIMIT) : server;
    }

    private AutoCloseable serve(boolean web, boolean timed, CompletableFuture<String> address) {
        if (!web) {
            RSocketServer server = server(timed).start().await(GENEROUS);
            address.complete("tcp://127.0.0.1:" + server.port());
            return server;
        }
        HttpServer.Builder http =
                HttpServer.builder().bind("127.0.0.1", 0).handler(server(timed).webSocket());
        HttpServer server = (timed ? http.clock(time) : http).start().await(GENEROUS);
        address.complete("ws://127.0.0.1:" + server.port());
        return server;
    }

    private void connect(String address, boolean timed) {
        RSocketClient.Builder client = RSocketClient.builder();
        asking.opened.complete((timed ? client.clock(time).stallTimeout(LIMIT) : client)
                .build()
                .connectLoop(address, asking)
                .await(GENEROUS));
    }

    private static void onLoop(LoopConnection connection, Runnable task) throws Exception {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        connection.post(() -> {
            task.run();
            done.complete(true);
        });
        done.get(120, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void aPeerThatTakesNothingIsGivenUp(boolean web, boolean server) throws Exception {
        CompletableFuture<String> address = new CompletableFuture<>();
        try (AutoCloseable _ = serve(web, server, address)) {
            connect(address.join(), !server);
            Ear patient = server ? serving : asking;
            LoopConnection sending = patient.opened.get(120, TimeUnit.SECONDS);
            LoopConnection stopped = (server ? asking : serving).opened.get(120, TimeUnit.SECONDS);
            onLoop(stopped, () -> {});
            onLoop(stopped, stopped::pause);
            onLoop(sending, () -> sending.fireAndForget(null, ByteBuffer.allocate(MORE_THAN_SOCKETS_TAKE)));
            for (int second = 0; second < USUAL_SECONDS - 5; second++) {
                time.advance(Duration.ofSeconds(1));
                onLoop(sending, () -> {}); // it has looked
            }
            patient.closed.get(120, TimeUnit.SECONDS);
            onLoop(stopped, () -> stopped.close("the test is over"));
        }
    }
}
