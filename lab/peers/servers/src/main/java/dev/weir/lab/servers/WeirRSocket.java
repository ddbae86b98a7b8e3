package dev.weir.lab.servers;

import dev.weir.One;
import dev.weir.lab.streams.Ask;
import dev.weir.lab.streams.Costs;
import dev.weir.lab.streams.Ticks;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.RSocketServer;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Streams on Weir, by callbacks, which are sent as each request asks; a response tells the costs. */
final class WeirRSocket implements Server, Responder, StreamListener {
    private final ByteBuffer data = ByteBuffer.allocate(64 * 1024);
    private @Nullable Ticks ticks; // made on the only event loop

    @Override
    public void start(Setup setup) throws Exception {
        var _ = RSocketServer.builder()
                .bind(setup.host(), setup.port())
                .maxConnections(Setup.CONNECTIONS)
                .threads(1)
                .loop((connection, hello) -> {
                    if (ticks == null) {
                        ticks = new Ticks();
                        turn(connection, ticks);
                    }
                    return One.of(this);
                })
                .start()
                .await();
    }

    private static void turn(LoopConnection connection, Ticks ticks) {
        ticks.run();
        var _ = connection.clock().schedule(() -> turn(connection, ticks), Duration.ofNanos(ticks.left()));
    }

    @Override
    public StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) {
        if (kind == Interaction.RESPONSE) {
            connection.next(
                    stream, null, StandardCharsets.US_ASCII.encode(Costs.now().text()));
            return this;
        }
        Ask ask = Ask.of(payload.data().text());
        if (ask.turns() == 0) {
            return this;
        }
        Sending sending = new Sending(connection, stream, ask.turns(), ask.burst(), ask.size());
        Objects.requireNonNull(ticks, "made when the first client came").add(sending, ask.phase());
        return sending;
    }

    @Override
    public void failed(LoopConnection connection, int stream, RSocketException failure) {
        // nobody is there any more
    }

    /** A stream. */
    private final class Sending implements StreamListener, Ticks.Ticking {
        private final LoopConnection connection;
        private final int stream;
        private final int turns;
        private final int burst;
        private final int size;
        private boolean over;
        private long missed; // when it was due and its connection took nothing; else 0
        private Ticks.@Nullable Ticking after;

        Sending(LoopConnection connection, int stream, int turns, int burst, int size) {
            this.connection = connection;
            this.stream = stream;
            this.turns = turns;
            this.burst = burst;
            this.size = size;
        }

        @Override
        public Ticks.@Nullable Ticking after() {
            return after;
        }

        @Override
        public void after(Ticks.@Nullable Ticking newAfter) {
            after = newAfter;
        }

        @Override
        public int turns() {
            return missed == 0 ? turns : 1;
        }

        @Override
        public boolean tick(long since) {
            long due = missed == 0 ? since : missed;
            missed = connection.wants(stream) ? 0 : due;
            data.putLong(0, due).limit(size);
            for (int i = 0; i < burst && connection.wants(stream); i++) {
                connection.next(stream, null, data);
            }
            return !over;
        }

        @Override
        public void failed(LoopConnection of, int number, RSocketException failure) {
            over = true;
        }

        @Override
        public void cancelled(LoopConnection of, int number) {
            over = true;
        }
    }
}
