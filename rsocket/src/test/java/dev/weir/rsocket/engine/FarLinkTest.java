package dev.weir.rsocket.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.link.Frame;
import dev.weir.net.link.Speaker;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FarLinkTest {
    private final List<ByteBuffer> kept = new ArrayList<>();

    private final class Keeping implements Speaker {
        @Override
        public void frame(Frame frame) {
            kept.add(frame.keep(10, 5));
            kept.add(frame.keep(10, frame.length() - 10));
        }

        @Override
        public void writable() {}

        @Override
        public void look(long now) {}

        @Override
        public void drain() {}

        @Override
        public void closed(@Nullable Throwable failure) {}
    }

    @Test
    void aFewBytesThatAreKeptDoNotHoldTheirFrame() throws Exception {
        FakeLink far = new FakeLink();
        far.speaks(new FarLink(far, new FakeLink(), near -> new Keeping()));
        byte[] frame = new byte[100_000];
        frame[10] = 7;
        far.comes(frame);
        ByteBuffer few = kept.getFirst();
        assertEquals(ByteBuffer.wrap(new byte[] {7, 0, 0, 0, 0}), few);
        assertTrue(few.array().length - few.arrayOffset() <= 10);
        ByteBuffer most = kept.getLast();
        assertEquals(100_000 - 10, most.remaining());
        assertEquals(10, most.arrayOffset(), "which is no copy");
    }
}
