package dev.weir.sql.value;

import java.util.UUID;

/** UUIDs of text. */
public final class Uuids {
    private Uuids() {}

    /**
     * The one that the text is. The JDK makes one of groups that are too short or too long, too: another than was meant.
     *
     * @throws IllegalArgumentException if it is none; its message does not have it
     */
    public static UUID of(String text) {
        try {
            UUID id = UUID.fromString(text);
            if (!id.toString().equalsIgnoreCase(text)) {
                throw new IllegalArgumentException("the text is another");
            }
            return id;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the text is none", e);
        }
    }
}
