package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Codec;
import dev.weir.rsocket.engine.FakeLink;
import dev.weir.rsocket.engine.Limits;
import dev.weir.rsocket.engine.Numbered;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.loop.LoopConnection;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Producers are asked for what can be sent. */
class OutflowTest {
    private static final Limits LIMITS = new Limits(1000, 1000, 1000, 1000, 1000, 1000, Duration.ofSeconds(10));
    private static final int STREAMS = 100;
    private static final int BATCH = 16;

    /** A link that is full after some frames. */
    private static final class Full extends FakeLink {
        private int room;

        @Override
        public boolean isWritable() {
            return sent.size() < room;
        }

        void take(int frames) {
            room = sent.size() + frames;
            writable();
        }
    }

    private static Full served(RSocket handler) throws Exception {
        Full link = new Full();
        link.speaks(Numbered.server(
                link,
                LIMITS,
                (connection, setup) ->
                        One.of(new RSocketConnection(connection, 10, Codec.standard()).answering(handler))));
        link.comes(FakeLink.setup());
        return link;
    }

    /** What was asked for and was produced goes before the failure, as before the completion. */
    @Test
    void whatCameBeforeAFailureIsSentBeforeIt() throws Exception {
        Full link = served(new RSocket() {
            @Override
            public Many<Payload> requestStream(Payload request) {
                return Many.range(0, 10)
                        .map(i -> Payload.of(Integer.toString(i)))
                        .concatWith(Many.fail(() -> new RSocketException.ApplicationError("the end")));
            }
        });
        link.take(1);
        link.comes(1, FrameType.REQUEST_STREAM, 0, Integer.MAX_VALUE, "");
        for (int sent = 1; sent < 10; sent++) {
            assertEquals(sent, link.sent.size());
            assertTrue(link.sent.getLast().startsWith("1 PAYLOAD"), link.sent::toString);
            link.take(1);
        }
        assertEquals(11, link.sent.size());
        assertTrue(link.sent.getLast().startsWith("1 ERROR"), link.sent::toString);
    }

    /** As many as fill the connection are asked for, and the rest of the first batch where the first item comes from. */
    @Test
    void largeItemsAreAskedForOneByOneAndSmallOnesAtOnce() throws Exception {
        assertEquals(List.of("1", "15", "made 16"), calls(4096));
        assertEquals(List.of("1", "made 1", "15", "made 15"), calls(4097));
        assertEquals(List.of("1", "made 1", "1", "made 1"), calls(70_000));
    }

    /** What is asked for, and made, for a connection that is full after each item and is writable twice. */
    private static List<String> calls(int size) throws Exception {
        List<String> calls = new ArrayList<>();
        Full link = served(new RSocket() {
            @Override
            public Many<Payload> requestStream(Payload request) {
                return Many.from(made(size, calls));
            }
        });
        link.take(1);
        link.comes(1, FrameType.REQUEST_STREAM, 0, 100, "");
        link.take(1);
        return calls;
    }

    /** So streams of small items are not asked twice for a few. */
    @Test
    void aStreamBeginsAsTheLastItemOfItsConnection() throws Exception {
        for (int size : new int[] {100, 70_000}) {
            List<String> calls = new ArrayList<>();
            Full link = served(new RSocket() {
                @Override
                public Many<Payload> requestStream(Payload request) {
                    return Many.from(made(size, calls));
                }
            });
            link.take(1000);
            link.comes(1, FrameType.REQUEST_STREAM, 0, 1, "");
            assertEquals(List.of("1", "made 1"), calls);
            calls.clear();
            link.comes(3, FrameType.REQUEST_STREAM, 0, 10, "");
            assertEquals(size == 100 ? "10" : "1", calls.getFirst());
            assertEquals(size == 100 ? 2 : 11, calls.size());
        }
    }

    /** Makes what is asked for, with a note of what was asked for, and of how much was made then. */
    private static Flow.Publisher<Payload> made(int size, List<String> calls) {
        return subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            private long wanted;
            private boolean making;

            @Override
            public void request(long more) {
                calls.add(Long.toString(more));
                wanted += more;
                if (making) {
                    return;
                }
                making = true;
                int count = 0;
                while (wanted > 0) {
                    wanted--;
                    count++;
                    subscriber.onNext(Payload.of(ByteBuffer.allocate(size)));
                }
                making = false;
                calls.add("made " + count);
            }

            @Override
            public void cancel() {}
        });
    }

    /** The signal that found no memory is taken with the next. */
    @Test
    void aSignalThatCantBePostedIsTakenWithTheNext() throws Exception {
        AtomicInteger failing = new AtomicInteger();
        FakeLink link = new FakeLink() {
            @Override
            public boolean post(Runnable task) {
                if (failing.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("expected by the test");
                }
                return super.post(task);
            }
        };
        AtomicReference<LoopConnection> opened = new AtomicReference<>();
        link.speaks(Numbered.server(link, LIMITS, (connection, setup) -> {
            opened.set(connection);
            return One.of(new RSocketConnection(connection, 10, Codec.standard()).answering(new RSocket() {
                @Override
                public Many<Payload> requestStream(Payload request) {
                    return Many.never();
                }
            }));
        }));
        link.comes(FakeLink.setup());
        link.comes(1, FrameType.REQUEST_STREAM, 0, 100, "x");
        Outflow outflow = new Outflow(opened.get(), 1, failure -> {});
        outflow.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long more) {}

            @Override
            public void cancel() {}
        });
        failing.set(1);
        Payload first = Payload.of("1");
        assertThrows(OutOfMemoryError.class, () -> outflow.onNext(first));
        outflow.onNext(Payload.of("2"));
        outflow.onComplete();
        assertEquals(List.of("1 PAYLOAD N 1", "1 PAYLOAD N 2", "1 PAYLOAD C"), link.sent);
    }

    /** Whatever number of streams demands whatever: what the connection does not take is not produced. */
    @Test
    void whatTheConnectionDoesNotTakeIsNotProduced() throws Exception {
        AtomicInteger produced = new AtomicInteger();
        RSocket endless = new RSocket() {
            @Override
            public Many<Payload> requestStream(Payload request) {
                return Many.range(0, 1_000_000)
                        .map(i -> Payload.of(request.text() + " " + i))
                        .doOnNext(item -> produced.incrementAndGet());
            }
        };
        Full link = served(endless);
        for (int i = 0; i < STREAMS; i++) {
            link.comes(2 * i + 1, FrameType.REQUEST_STREAM, 0, Integer.MAX_VALUE, Integer.toString(i));
        }
        assertEquals(0, produced.get());
        for (int i = 1; i <= 2 * STREAMS; i++) {
            link.take(50);
            assertEquals(50 * i, link.sent.size());
            assertTrue(produced.get() - 50 * i <= BATCH * STREAMS, () -> produced + " were produced");
        }
        for (int i = 0; i < STREAMS; i++) {
            String first = 2 * i + 1 + " PAYLOAD N " + i + " ";
            int number = 0;
            for (String frame : link.sent) {
                if (frame.startsWith(first)) {
                    assertEquals(first + number++, frame); // in order, none lost
                }
            }
            assertTrue(number > 0, first);
        }
    }
}
