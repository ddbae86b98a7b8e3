package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Codec;
import dev.weir.rsocket.engine.FakeLink;
import dev.weir.rsocket.engine.Limits;
import dev.weir.rsocket.engine.Numbered;
import dev.weir.rsocket.frame.FrameType;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
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
