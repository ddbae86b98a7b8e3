package dev.weir.op.kernel;

/** What the user gave when the pipeline was built. */
public final class Argument {
    private Argument() {}

    /**
     * Returns the value if it keeps the rule.
     *
     * @param rule what must be, for the message
     */
    public static <V> V checked(V value, boolean kept, String rule) {
        if (!kept) {
            throw new IllegalArgumentException(rule + ", was " + value);
        }
        return value;
    }
}
