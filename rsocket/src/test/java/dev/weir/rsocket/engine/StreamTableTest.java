package dev.weir.rsocket.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That the table is a map, and how much memory it takes. */
class StreamTableTest {
    /** Else a number in use would be looked for that is not, for ever; and no array is longer than it can be. */
    @Test
    void isFullBeforeNumbersAreUsedUp() {
        int most = IntStream.iterate(1 << 30, size -> size - 1)
                .filter(size -> !StreamTable.isFull(size))
                .findFirst()
                .orElseThrow();
        assertEquals((1 << 30) / 8 * 7 - 1, most);
        assertTrue(most < (1 << 30) - 1, "a side has that many numbers");
    }

    /** Else each frame of a number that is not there would walk along all that are. */
    @ParameterizedTest
    @ValueSource(ints = {2, 6, 1 << 15, 1 << 16, 1 << 18})
    void thePeerDoesNotChooseThePlaces(int step) {
        StreamTable table = new StreamTable();
        for (int i = 0; i < 8_000; i++) {
            table.add(1 + i * step, StreamTable.STREAM, null);
        }
        assertTrue(table.farthest() < 1_000, table.farthest() + " places");
        for (int i = 0; i < 8_000; i += 2) {
            table.remove(table.find(1 + i * step));
        }
        for (int i = 0; i < 8_000; i++) {
            assertEquals(i % 2 == 1, table.find(1 + i * step) >= 0);
        }
    }

    @Test
    void numbersThatFollowOneAnotherHaveTheirPlaces() {
        StreamTable table = new StreamTable();
        for (int i = 0; i < 1_000_000; i++) {
            table.add(1 + 2 * i, StreamTable.STREAM, null);
            if (i >= 10_000) {
                table.remove(table.find(1 + 2 * (i - 10_000)));
            }
        }
        assertEquals(0, table.farthest());
    }

    private record Entry(int flags, long credit, int demand, Diary listener) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100, 65_537})
    void isAMap(int step) {
        Random random = new Random(step);
        StreamTable table = new StreamTable();
        Map<Integer, Entry> model = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            int id = 1 + random.nextInt(200) * step;
            int place = table.find(id);
            Entry known = model.get(id);
            assertEquals(known != null, place >= 0);
            if (known == null) {
                Entry added = new Entry(
                        random.nextInt(256) & ~StreamTable.WAITING, random.nextLong(1L << 40), 7, new Diary());
                place = table.add(id, added.flags(), added.listener());
                table.addCredit(place, added.credit());
                table.addDemand(place, added.demand());
                model.put(id, added);
            } else {
                assertEquals(known.credit(), table.credit(place));
                assertEquals(known.demand(), table.demand(place));
                assertEquals(known.flags() & StreamTable.KIND, table.kind(place));
                assertEquals((known.flags() & StreamTable.STARTING) != 0, table.is(place, StreamTable.STARTING));
                assertSame(known.listener(), table.listener(place));
                table.remove(place);
                model.remove(id);
            }
            assertEquals(model.size(), table.size());
        }
        for (int id : table.ids()) {
            assertTrue(model.containsKey(id));
        }
    }

    /** All connections begin with one empty table: what is written there, all others see. */
    @Test
    void whatIsNotThereHasNoPlace() {
        StreamTable table = new StreamTable();
        for (int streams = 0; streams < 20; streams++) {
            for (int id : new int[] {0, 2, 101, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                assertTrue(table.find(id) < 0, id + " of " + streams);
            }
            table.add(2 * streams + 1, 0, null);
        }
    }

    @Test
    void whoWaitsIsCounted() {
        StreamTable table = new StreamTable();
        for (int id = 1; id < 100; id += 2) {
            table.set(table.add(id, 0, null), StreamTable.WAITING);
            table.set(table.find(id), StreamTable.WAITING);
        }
        assertEquals(50, table.waiting());
        table.clear(table.find(1), StreamTable.WAITING);
        table.clear(table.find(1), StreamTable.WAITING);
        assertEquals(49, table.waiting());
        table.remove(table.find(3));
        assertEquals(48, table.waiting());
        assertEquals(5, table.ids(table.find(5), StreamTable.WAITING)[0]);
        assertEquals(48, table.ids(table.find(5), StreamTable.WAITING).length);
    }

    @Test
    void creditIsNeverNegative() {
        StreamTable table = new StreamTable();
        int place = table.add(1, StreamTable.CHANNEL | StreamTable.IN_DONE, null);
        table.addCredit(place, Long.MAX_VALUE >>> 8);
        table.addCredit(place, Integer.MAX_VALUE);
        assertEquals(Long.MAX_VALUE >>> 8, table.credit(place));
        assertEquals(StreamTable.CHANNEL, table.kind(place));
    }

    /** 60 bytes for an idle stream, whatever their number: a place takes 20. */
    @Test
    void aStreamIsSmall() {
        StreamTable table = new StreamTable();
        for (int id = 1; id < 20_000; id += 2) {
            table.add(id, StreamTable.STREAM, null);
            long bytes = 3L * 16 + table.places() * 20L;
            assertTrue(table.size() < 16 || bytes <= 60L * table.size(), () -> table.size() + " take " + bytes);
        }
        for (int id = 1; id < 20_000; id += 2) {
            table.remove(table.find(id));
            assertTrue(table.size() < 16 || table.places() <= 8 * table.size(), "what was large once gets small again");
        }
        assertEquals(8, table.places());
    }
}
