package dev.weir.testkit;

import org.jspecify.annotations.Nullable;

/**
 * What the source of an operator does in a case of the laws: the items 0, 1, 2 … and then an end,
 * or none.
 */
enum Script {
    EMPTY("no item, then completion", 0, End.COMPLETION),
    ONE("one item, then completion", 1, End.COMPLETION),
    FEW("5 items, then completion", 5, End.COMPLETION),
    // more than twice what an asynchronous boundary holds, so that it has to ask again
    LONG("600 items, then completion", 600, End.COMPLETION),
    FAILS_AT_ONCE("a failure at once", 0, End.FAILURE),
    FAILS_LATER("3 items, then a failure", 3, End.FAILURE),
    SILENT("neither item nor end", 0, End.NONE),
    UNFINISHED("3 items, then no end", 3, End.NONE);

    /** What comes after the items. */
    enum End {
        COMPLETION,
        FAILURE,
        NONE
    }

    final String words;
    final int items;
    final End end;

    Script(String words, int items, End end) {
        this.words = words;
        this.items = items;
        this.end = end;
    }

    boolean ends() {
        return end != End.NONE;
    }

    boolean fails() {
        return end == End.FAILURE;
    }

    /** The same items, but then no end; null if there is no such script. */
    @Nullable
    Script endless() {
        return switch (this) {
            case FAILS_AT_ONCE -> SILENT;
            case FAILS_LATER -> UNFINISHED;
            default -> null;
        };
    }
}
