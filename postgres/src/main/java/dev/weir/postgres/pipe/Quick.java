package dev.weir.postgres.pipe;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which statements were quick the last time, by their texts: of those that ran last, as far as there is room. */
final class Quick {
    static final int MOST = 1_000;
    static final int MOST_CHARS = 4 * 1024 * 1024; // texts may have what should be parameters

    private final long slowNanos;
    private final Map<String, Boolean> texts = new LinkedHashMap<>(64, 0.75f, true);
    private long chars;

    /**
     * None yet.
     *
     * @param slowNanos what takes as long is not quick
     */
    Quick(long slowNanos) {
        this.slowNanos = slowNanos;
    }

    boolean has(String text) {
        return texts.containsKey(text);
    }

    /** How long a statement took. */
    void took(String text, long nanos) {
        if (nanos >= slowNanos || text.length() > MOST_CHARS) {
            forget(text);
        } else if (texts.put(text, true) == null) {
            chars += text.length();
            while (texts.size() > MOST || chars > MOST_CHARS) {
                forget(texts.keySet().iterator().next());
            }
        }
    }

    private void forget(String text) {
        if (texts.remove(text) != null) {
            chars -= text.length();
        }
    }
}
