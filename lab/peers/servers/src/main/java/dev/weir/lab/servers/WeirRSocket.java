package dev.weir.lab.servers;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.weir.One;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.RSocketServer;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Streams on Weir, by callbacks. A stream's request says in numbers when it sends for the first time, how often then, in
 * turns of 10 ms, how many payloads and how many bytes; never, if it is not to be told again. A response tells how many bytes
 * all threads have allocated, and the nanoseconds of CPU that they took.
 */
final class WeirRSocket implements Server, Responder, StreamListener {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

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

    private static String costs() {
        return THREADS.getTotalThreadAllocatedBytes() + " " + PROCESS.getProcessCpuTime();
    }

    @Override
    public StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) {
        if (kind == Interaction.RESPONSE) {
            connection.next(stream, null, StandardCharsets.US_ASCII.encode(costs()));
            return this;
        }
        String[] words = payload.data().text().split(" ", -1);
        int turns = Integer.parseInt(words[1]);
        if (turns == 0) {
            return this;
        }
        Sending sending =
                new Sending(connection, stream, turns, Integer.parseInt(words[2]), Integer.parseInt(words[3]));
        Objects.requireNonNull(ticks, "made when the first client came").add(sending, Integer.parseInt(words[0]));
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
            return turns;
        }

        @Override
        public boolean tick(long since) {
            data.putLong(0, since).limit(size);
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
