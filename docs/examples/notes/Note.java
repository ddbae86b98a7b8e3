package notes;

import java.time.Instant;

/** A note, as it is in the table and in the JSON. */
record Note(long id, String text, Instant created) {
    /** What a client sends. */
    record Draft(String text) {}
}
