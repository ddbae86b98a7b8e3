package dev.weir.testkit;

/**
 * Makes a user's function fail at one item, in {@link OperatorLaws#checkFunction}: the function under test
 * returns {@code fault.at(item, result)}.
 */
public final class Fault {
    /** How a function fails. */
    enum Mode {
        NONE("works"),
        THROWS("throws an exception"),
        THROWS_ERROR("throws an error"),
        RETURNS_NULL("returns null");

        final String words;

        Mode(String words) {
            this.words = words;
        }
    }

    private final Mode mode;
    private final int item;

    Fault(Mode mode, int item) {
        this.mode = mode;
        this.item = item;
    }

    /** The result; or null, or an exception or error, if this is the item at which the function fails. */
    @SuppressWarnings("NullAway") // null where none is allowed is one of the faults
    public <V> V at(int of, V result) {
        if (mode == Mode.NONE || of != item) {
            return result;
        }
        return switch (mode) {
            case THROWS -> throw new PlannedFailure("the function fails at item " + item);
            case THROWS_ERROR -> throw new PlannedFailure.PlannedError("the function fails at item " + item);
            default -> null;
        };
    }

    @Override
    public String toString() {
        return "the function " + mode.words + (mode == Mode.NONE ? "" : " at item " + item);
    }
}
