package dev.weir.net.websocket;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.Memory;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What a WebSocket whose messages refer to those before keeps of them. */
class DeflationTest {
    private static final int LARGE = 8 * 1024 * 1024;
    private static final int WINDOW_BITS = 15;
    private static final byte[] EMPTY_BLOCK = {0, 0, 0, -1, -1};

    private static byte[] compressed(Deflation deflation, int length, boolean last) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        deflation.compress(new byte[length], 0, length, last, out);
        return out.toByteArray();
    }

    @Test
    void noMessageIsKeptOnceItIsCompressed() {
        Deflation deflation = new Deflation(true, WINDOW_BITS);
        Memory before = Memory.now();
        assertTrue(compressed(deflation, LARGE, true).length < LARGE / 100);
        Memory.assertHeld(0, before);
        compressed(deflation, LARGE, false);
        Memory.assertHeld(0, before);
        deflation.end();
    }

    private static void decompress(Inflation inflation, byte[] frame) {
        Inflation.Inflating work = inflation.begin(frame, false, LARGE);
        while (!work.isDone()) {
            work.step();
        }
    }

    private static byte[] emptyBlocks(int length) {
        ByteBuffer blocks = ByteBuffer.allocate(length);
        while (blocks.remaining() >= EMPTY_BLOCK.length) {
            blocks.put(EMPTY_BLOCK);
        }
        return blocks.array();
    }

    @Test
    void noFrameIsKeptOnceItIsDecompressed() {
        Inflation inflation = new Inflation(true, LARGE);
        Memory before = Memory.now();
        decompress(inflation, emptyBlocks(LARGE));
        Memory.assertHeld(0, before);
        inflation.end();
    }
}
