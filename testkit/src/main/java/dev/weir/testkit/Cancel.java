package dev.weir.testkit;

import java.util.Arrays;
import java.util.List;

/** When the subscriber cancels in a case of the laws. */
enum Cancel {
    NEVER("no cancellation", 0),
    IN_ON_SUBSCRIBE("cancelled inside onSubscribe", 0),
    BEFORE_REQUEST("cancelled before the first request", 0),
    IN_FIRST("cancelled inside onNext of the first item", 1),
    IN_SECOND("cancelled inside onNext of the second item", 2),
    IN_THIRD("cancelled inside onNext of the third item", 3),
    AFTER_END("cancelled after the end", 0);

    final String words;

    /** The number of the item that is cancelled at; 0 if it is not at an item. */
    final int item;

    Cancel(String words, int item) {
        this.words = words;
        this.item = item;
    }

    /** Those that can happen to a stream with this outcome. */
    static List<Cancel> possible(Outcome whole) {
        return Arrays.stream(values())
                .filter(cancel -> cancel != NEVER)
                .filter(cancel -> cancel.item <= whole.items().size())
                .filter(cancel -> cancel != AFTER_END || whole.ending() != null)
                .toList();
    }
}
