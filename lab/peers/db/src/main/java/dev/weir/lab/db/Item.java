package dev.weir.lab.db;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A row of the tables. */
record Item(int id, String name, double amount) {
    /** How many are inserted at once. */
    static final int INSERTED = 100_000;

    static Item of(int id) {
        return new Item(id, "item " + id, id * 0.5);
    }

    static Stream<Item> inserted() {
        return IntStream.rangeClosed(1, INSERTED).mapToObj(Item::of);
    }
}
