package dev.weir.rsocket.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.link.Speaker;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.Setup;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Connections that are cut at random frames, while both ends send and have demanded at random. {@code -Dcut.seeds=N} tries
 * more, {@code -Dcut.first=SEED} begins elsewhere.
 */
class CutTest {
    private static final int SEEDS = Integer.getInteger("cut.seeds", 200);
    private static final int FIRST = Integer.getInteger("cut.first", 1);
    private static final int STREAMS = 6;
    private static final int ITEMS = 60;
    private static final Limits LIMITS =
            new Limits(100, 100_000, 100_000, 100_000, 1_000_000, 64, Duration.ofSeconds(10));
    private static final Setup SETUP = new Setup(
            Duration.ofSeconds(20), Duration.ofSeconds(90), "a/b", "c/d", false, null, ByteBuffer.allocate(0));

    /** Sends numbered items as they are demanded, and wants those that come to be numbered. */
    private static final class End implements Responder, StreamListener {
        private final Random random;
        private final Map<Integer, Integer> sent = new HashMap<>();
        private final Map<Integer, Integer> came = new HashMap<>();
        private final Map<Integer, Integer> demanded = new HashMap<>();
        private final Map<Integer, Integer> completed = new HashMap<>();

        End(Random random) {
            this.random = random;
        }

        @Override
        public StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) {
            if (kind == Interaction.CHANNEL) {
                came(stream, payload);
                request(connection, stream);
            }
            return this;
        }

        void request(LoopConnection connection, int stream) {
            int count = 1 + random.nextInt(5);
            demanded.put(stream, count);
            connection.request(stream, count);
        }

        private void came(int stream, View payload) {
            String text = payload.data().text();
            int number = came.merge(stream, 1, Integer::sum) - 1;
            assertEquals(stream + ":" + number, text.substring(0, text.indexOf(' ')), "stream " + stream);
        }

        @Override
        public void next(LoopConnection connection, int stream, View payload) {
            came(stream, payload);
            if (demanded.merge(stream, -1, Integer::sum) == 0) {
                request(connection, stream);
            }
        }

        @Override
        public void complete(LoopConnection connection, int stream) {
            completed.merge(stream, 1, Integer::sum);
        }

        @Override
        public void failed(LoopConnection connection, int stream, RSocketException failure) {
            throw new AssertionError("stream " + stream + " failed", failure);
        }

        @Override
        public void demanded(LoopConnection connection, int stream) {
            while (connection.wants(stream) && sent.getOrDefault(stream, 0) < ITEMS) {
                connection.next(stream, null, item(stream));
            }
            if (sent.getOrDefault(stream, 0) == ITEMS) {
                connection.complete(stream);
            }
        }

        ByteBuffer item(int stream) {
            int number = sent.merge(stream, 1, Integer::sum) - 1;
            String text = stream + ":" + number + " " + "x".repeat(random.nextInt(200));
            return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Both ends, and the connection that they have at the time. */
    private static final class World {
        final Random random;
        final VirtualTime time = new VirtualTime();
        final End asking;
        final End answering;
        final Sessions sessions;
        final Resumption limits;
        Wires wires;
        int cuts;

        World(long seed) {
            random = new Random(seed);
            asking = new End(random);
            answering = new End(random);
            limits = new Resumption(Duration.ofMinutes(1), 200 + random.nextInt(3_000), Duration.ofSeconds(10));
            sessions = new Sessions(limits, 1);
        }

        private Speaker serve(Wires over) {
            return sessions.receive(
                    over.right, link -> new Session(link, LIMITS, null, (connection, setup) -> One.of(answering)));
        }

        /** Connects; the setup arrives, as there is no session before. */
        LoopConnection connect() throws Exception {
            wires = new Wires(time);
            Session client = Session.client(
                    Redialing.lasting(
                            wires.left,
                            limits,
                            speaker -> {
                                wires = new Wires(time);
                                wires.join(speaker.apply(wires.left), serve(wires));
                                return One.never();
                            },
                            _ -> {}),
                    LIMITS,
                    null,
                    SETUP,
                    connection -> asking);
            wires.join(client.speaker(), serve(wires));
            assertTrue(wires.deliver(random));
            return client.handle();
        }

        /** One thing happens. */
        void step() throws Exception {
            if (wires.isCut()) {
                time.advance(Duration.ofSeconds(10));
            } else if (random.nextInt(40) == 0) {
                cuts++;
                wires.cut();
            } else if (!wires.deliver(random)) {
                wires.look();
            }
        }
    }

    private static void begin(LoopConnection client, End asking, int nth) {
        int stream = 2 * nth + 1;
        asking.demanded.put(stream, 3);
        int begun = nth % 2 == 0
                ? client.requestStream(null, ByteBuffer.wrap(new byte[] {'x'}), 3, asking)
                : client.requestChannel(null, asking.item(stream), false, 3, asking);
        assertEquals(stream, begun);
    }

    @Test
    void nothingIsLostDoubledOrReorderedWhereverConnectionsAreCut() throws Exception {
        int cuts = 0;
        for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
            World world = new World(seed);
            try {
                cuts += run(world);
            } catch (Throwable failure) {
                throw new AssertionError("-Dcut.first=" + seed + " -Dcut.seeds=1: " + failure, failure);
            }
        }
        assertTrue(cuts > 5 * SEEDS, cuts + " cuts");
    }

    private static int run(World world) throws Exception {
        LoopConnection client = world.connect();
        for (int nth = 0, steps = 0; nth < STREAMS || client.streams() > 0; steps++) {
            if (nth < STREAMS && client.isWritable() && world.random.nextInt(20) == 0) {
                begin(client, world.asking, nth++);
            }
            world.step();
            assertTrue(steps < 1_000_000, () -> "it does not end: " + world.asking.came + world.answering.came);
        }
        for (int nth = 0; nth < STREAMS; nth++) {
            int stream = 2 * nth + 1;
            assertEquals(ITEMS, world.asking.came.get(stream));
            assertEquals(1, world.asking.completed.get(stream));
            if (nth % 2 == 1) {
                assertEquals(ITEMS, world.answering.came.get(stream));
                assertEquals(1, world.answering.completed.get(stream));
            }
        }
        return world.cuts;
    }
}
