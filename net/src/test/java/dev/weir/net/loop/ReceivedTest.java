package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
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
            received.lookedAt(random.nextBoolean());
            if (random.nextInt(10) == 0) {
                received.settle();
            } else if (random.nextBoolean()) {
                String more = "%d".formatted(i).repeat(random.nextInt(40));
                Bytes.read(received, more);
                expected.append(more);
            } else if (random.nextBoolean()) {
                String more = ("" + i).repeat(random.nextInt(i % 500 == 0 ? 20_000 : 40));
                Bytes.append(received, more);
                expected.append(more);
            } else {
                int count = random.nextInt(Math.min(received.available(), 100_000) + 1);
                String taken = random.nextBoolean() ? taken(received, count) : skipped(received, count);
                assertEquals(expected.substring(0, count), taken);
                expected.delete(0, count);
            }
            assertEquals(expected.length(), received.available());
        }
    }

    private static String taken(Received received, int count) {
        return StandardCharsets.ISO_8859_1.decode(received.take(count)).toString();
    }

    private static String skipped(Received received, int count) {
        String there = new String(received.array(), received.start(), count, StandardCharsets.ISO_8859_1);
        received.skip(count);
        return there;
    }

    /** A large piece is not copied again, and what it is in is its own. */
    @Test
    @SuppressWarnings("ByteBufferBackingArray") // the arrays are what it is about
    void givesLargePiecesAway() {
        Received received = Bytes.received("a".repeat(60_000) + "b".repeat(5_000));
        byte[] held = received.array();
        ByteBuffer large = received.take(60_000);
        held[0] = 'c'; // to see it there
        assertEquals(60_000, large.capacity());
        assertNotSame(held, received.array());
        ByteBuffer small = received.take(100);
        assertEquals(100, small.capacity());
        assertEquals("b".repeat(4_900), skipped(received, 4_900));
        assertEquals(
                "c" + "a".repeat(59_999),
                StandardCharsets.ISO_8859_1.decode(large).toString());
    }

    /** What the loop uses again is never given away. */
    @Test
    void copiesOutOfScratch() {
        Received received = Bytes.received("a".repeat(5_000));
        Bytes.append(received, "b".repeat(5_000));
        byte[] held = received.array();
        ByteBuffer taken = received.take(10_000);
        Arrays.fill(held, (byte) 'x');
        assertEquals(
                "a".repeat(5_000) + "b".repeat(5_000),
                StandardCharsets.ISO_8859_1.decode(taken).toString());
        Bytes.append(received, "c");
        assertSame(held, received.array());
    }

    @Test
    void holdsNothingWhenItIsEmpty() {
        Received received = Bytes.received("abc");
        assertEquals(LoopShare.SCRATCH, received.array().length);
        received.skip(3);
        assertEquals(0, received.array().length);
    }

    /** What is kept stays as it is, whatever comes after it; what is small does not keep the whole array. */
    @Test
    @SuppressWarnings("ByteBufferBackingArray") // the arrays are what it is about
    void keepsBytesWhileOthersAreStillThere() {
        Received received = Bytes.received("a".repeat(10_000) + "b".repeat(2_000));
        byte[] held = received.array();
        ByteBuffer large = received.keep(received.start(), 10_000);
        ByteBuffer small = received.keep(received.start() + 10_000, 100);
        assertSame(held, large.array());
        assertNotSame(held, small.array());
        received.skip(10_000);
        for (int i = 0; i < 100; i++) {
            Bytes.append(received, "c".repeat(1_000));
        }
        assertEquals("b".repeat(2_000), skipped(received, 2_000));
        assertEquals("c".repeat(100_000), taken(received, 100_000));
        assertEquals(
                "a".repeat(10_000), StandardCharsets.ISO_8859_1.decode(large).toString());
        assertEquals("b".repeat(100), StandardCharsets.ISO_8859_1.decode(small).toString());
        received.clear();
        Bytes.append(received, "d");
        assertNotSame(held, received.array());
    }

    /** Where nobody takes bytes, as much as is read at once makes no garbage; what is kept is not overwritten. */
    @Test
    @SuppressWarnings("ByteBufferBackingArray") // the arrays are what it is about
    void arraysThatAreLookedAtAreUsedAgain() {
        Received received = Bytes.received("");
        received.lookedAt(true);
        Bytes.append(received, "a".repeat(50_000));
        byte[] first = received.array();
        received.skip(50_000);
        Bytes.append(received, "b".repeat(60_000));
        assertSame(first, received.array());
        ByteBuffer kept = received.keep(received.start(), 40_000);
        received.skip(60_000);
        Bytes.append(received, "c".repeat(60_000));
        assertNotSame(first, received.array());
        assertEquals(
                "b".repeat(40_000), StandardCharsets.ISO_8859_1.decode(kept).toString());
        assertEquals("c".repeat(60_000), skipped(received, 60_000));
        Bytes.append(received, "d".repeat(200_000));
        assertEquals("d".repeat(200_000), skipped(received, 200_000));
    }

    /** Nobody gets the array of what is looked at before that is over, also not the connection itself. */
    @Test
    void whatIsTakenToBeLookedAtStaysAsItIsUntilThen() {
        for (int size : List.of(5_000, 60_000)) {
            LoopShare share = Bytes.share();
            Received received = Bytes.received(share, "");
            received.lookedAt(true);
            Bytes.append(received, "a".repeat(size));
            byte[] held = received.array();
            ByteBuffer piece = received.take(size - 10);
            received.skip(10);
            received.lookedAt(false);
            Received other = Bytes.received(share, "b".repeat(size));
            assertNotSame(held, other.array());
            assertEquals(
                    "a".repeat(size - 10),
                    StandardCharsets.ISO_8859_1.decode(piece).toString());
            received.settle();
            assertEquals(0, received.array().length);
            received.lookedAt(true);
            Bytes.append(received, "c".repeat(size));
            assertSame(held, received.array());
        }
    }

    /** What is looked at in the turn in which it came is not copied; what is left then is, as the loop reads on. */
    @Test
    void whatIsLookedAtStaysInTheBufferOfTheLoop() {
        Received received = Bytes.received("");
        received.lookedAt(true);
        ByteBuf ofLoop = Bytes.read(received, "abcdef");
        int start = ofLoop.readerIndex();
        ByteBuffer piece = received.take(4);
        ofLoop.setByte(start, 'x'); // to see it there
        assertEquals("xbcd", StandardCharsets.ISO_8859_1.decode(piece).toString());
        assertEquals(2, ofLoop.refCnt());
        received.settle();
        assertEquals(1, ofLoop.refCnt());
        ofLoop.setZero(start, 6);
        assertEquals("ef", taken(received, 2));
    }

    @Test
    void whatIsTakenForGoodIsNotInTheBufferOfTheLoop() {
        Received received = Bytes.received("");
        received.lookedAt(true);
        ByteBuf ofLoop = Bytes.read(received, "abc");
        received.lookedAt(false);
        ByteBuffer kept = received.take(3);
        ofLoop.setZero(0, ofLoop.capacity());
        assertEquals("abc", StandardCharsets.ISO_8859_1.decode(kept).toString());
    }

    @Test
    void theBufferOfTheLoopIsFreeWhenTheConnectionEnds() {
        Received received = Bytes.received("");
        received.lookedAt(true);
        ByteBuf ofLoop = Bytes.read(received, "abcdef");
        received.clear();
        assertEquals(1, ofLoop.refCnt());
        assertEquals(0, received.available());
    }

    @Test
    void whatIsLookedAtSurvivesTheConnection() {
        LoopShare share = Bytes.share();
        Received received = Bytes.received(share, "a".repeat(5_000));
        received.lookedAt(true);
        ByteBuffer piece = received.take(5_000);
        received.clear();
        Received other = Bytes.received(share, "b".repeat(5_000));
        assertEquals(5_000, other.available());
        assertEquals(
                "a".repeat(5_000), StandardCharsets.ISO_8859_1.decode(piece).toString());
    }
}
