package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReceivedTest {
    /** Whatever is appended and taken in whatever pieces, the bytes stay in order. */
    @Test
    void isAQueueOfBytes() {
        Random random = new Random(3);
        Received received = Bytes.received("");
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            if (random.nextBoolean()) {
                String more = ("" + i).repeat(random.nextInt(i % 500 == 0 ? 20_000 : 40));
                Bytes.append(received, more);
                expected.append(more);
            } else {
                int count = random.nextInt(Math.min(received.available(), 100_000) + 1);
                String taken = random.nextBoolean()
                        ? new String(received.take(count), StandardCharsets.ISO_8859_1)
                        : skipped(received, count);
                assertEquals(expected.substring(0, count), taken);
                expected.delete(0, count);
            }
            assertEquals(expected.length(), received.available());
        }
    }

    private static String skipped(Received received, int count) {
        String there = new String(received.array(), received.start(), count, StandardCharsets.ISO_8859_1);
        received.skip(count);
        return there;
    }

    @Test
    void holdsNothingWhenItIsEmpty() {
        Received received = Bytes.received("abc");
        assertEquals(LoopShare.SCRATCH, received.array().length);
        received.skip(3);
        assertEquals(0, received.array().length);
    }
}
