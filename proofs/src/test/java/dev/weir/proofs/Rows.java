package dev.weir.proofs;

import java.util.LinkedHashMap;

/** What a test goes through, by name, in the order in which it was added; a name that is there already is refused. */
final class Rows<R> extends LinkedHashMap<String, R> {
    private static final long serialVersionUID = 1;

    @Override
    public R put(String name, R row) {
        if (containsKey(name)) {
            throw new IllegalArgumentException("there are two rows \"" + name + "\": only one would run");
        }
        return super.put(name, row);
    }
}
