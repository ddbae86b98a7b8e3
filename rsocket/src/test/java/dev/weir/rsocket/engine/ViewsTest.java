package dev.weir.rsocket.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weir.One;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What connections of one event loop share to show payloads. */
class ViewsTest {
    private static final Limits LIMITS = new Limits(3, 1000, 1500, 500, 5, 64 * 1024, Duration.ofSeconds(10));

    /** Has another connection go on before it reads. */
    private static class Reader implements Responder, StreamListener {
        private final Runnable before;
        String read = "";
        View kept;

        Reader(Runnable before) {
            this.before = before;
        }

        @Override
        public StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) {
            before.run();
            read = payload.metadata().text() + " " + payload.data().text();
            kept = payload;
            return this;
        }

        @Override
        public void failed(LoopConnection connection, int stream, RSocketException failure) {
            throw failure;
        }
    }

    private static FakeLink serve(Reader reader) throws Exception {
        FakeLink link = new FakeLink();
        link.speaks(Numbered.server(link, LIMITS, (connection, setup) -> One.of(reader)));
        link.comes(FakeLink.setup());
        return link;
    }

    @Test
    void aFrameIsShownUntilItIsHandledWhateverOtherConnectionsDoMeanwhile() throws Exception {
        Reader inner = new Reader(() -> {});
        FakeLink other = serve(inner);
        other.pause();
        other.comes(FakeLink.frame(1, FrameType.REQUEST_RESPONSE, FrameType.HAS_METADATA, List.of("m"), "inner"));
        Reader outer = new Reader(other::resume);
        FakeLink link = serve(outer);
        link.comes(1, FrameType.REQUEST_RESPONSE, FrameType.HAS_METADATA, List.of("n"), "outer");
        assertEquals("m inner", inner.read);
        assertEquals("n outer", outer.read);
        assertEquals(0, outer.kept.data().length()); // it shows nothing of what comes later
    }

    @Test
    void oneIsUsedAgainWhenNobodyHasIt() {
        Views views = Views.ofThread();
        FrameView first = views.take();
        FrameView second = views.take();
        assertNotSame(first, second);
        views.give(second);
        assertSame(second, views.take());
        views.give(second);
        views.give(first);
    }
}
