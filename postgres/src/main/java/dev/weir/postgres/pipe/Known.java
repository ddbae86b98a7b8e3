package dev.weir.postgres.pipe;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The statements that the server has understood, up to a number, and up to a length of all their texts. */
final class Known {
    private static final int MOST = 256;

    /** A list has a text for each of its sizes, which may be long. */
    static final int MOST_TEXT = 1 << 20;

    private final Map<String, Prepared> statements = new LinkedHashMap<>(64, 0.75f, true);
    private long characters;

    @Nullable
    Prepared get(String text) {
        return statements.get(text);
    }

    /**
     * Keeps one, which is not there yet, unless its text is longer than all may be: it would throw out all others.
     *
     * @param dropped is told those that go for it, the least used first
     * @return whether it is kept
     */
    boolean add(Prepared statement, Consumer<Prepared> dropped) {
        if (statement.text().length() > MOST_TEXT) {
            return false;
        }
        statements.put(statement.text(), statement);
        characters += statement.text().length();
        Iterator<Prepared> oldest = statements.values().iterator();
        while (statements.size() > MOST || characters > MOST_TEXT) {
            Prepared one = oldest.next();
            oldest.remove();
            characters -= one.text().length();
            dropped.accept(one);
        }
        return true;
    }

    /** Whether it was there. */
    boolean remove(Prepared statement) {
        boolean was = statements.remove(statement.text(), statement);
        characters -= was ? statement.text().length() : 0;
        return was;
    }

    void clear() {
        statements.clear();
        characters = 0;
    }
}
