package dev.weir.testkit;

import dev.weir.testkit.Mark.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The values that the names in a marble string stand for. */
final class Names<T> {
    private final Map<Character, T> values;

    Names(Map<Character, T> values) {
        this.values = values;
        values.keySet().forEach(name -> {
            if (!Marble.isName(name)) {
                throw new IllegalArgumentException("'" + name + "' cannot name an item: use a-z, A-Z or 0-9");
            }
        });
    }

    void requireAll(Marble marble) {
        for (Mark mark : marble.marks()) {
            if (mark.kind() == Kind.ITEM && !isKnown(mark.text())) {
                throw new IllegalArgumentException(
                        "no value for " + mark.sign() + " in " + marble.text() + ", only for " + values.keySet());
            }
        }
    }

    private boolean isKnown(String name) {
        return name.length() == 1 && values.containsKey(name.charAt(0));
    }

    T value(String name) {
        return Objects.requireNonNull(values.get(name.charAt(0)));
    }

    /** For results, where it could not be told which of two names an item has. */
    void requireOneEach() {
        Map<T, Character> names = new HashMap<>();
        values.forEach((name, value) -> {
            Character other = names.put(value, name);
            if (other != null) {
                throw new IllegalArgumentException("'" + (char) Math.min(other, name) + "' and '"
                        + (char) Math.max(other, name) + "' name the same value in a result: " + value);
            }
        });
    }

    /** The name of the value, or how it prints if it has none, which may look like the name of another. */
    String name(Object value) {
        for (Map.Entry<Character, T> entry : values.entrySet()) {
            if (entry.getValue().equals(value)) {
                return entry.getKey().toString();
            }
        }
        String shown = String.valueOf(value);
        return isKnown(shown) ? "not " + shown : shown;
    }
}
