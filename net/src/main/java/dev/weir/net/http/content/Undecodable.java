package dev.weir.net.http.content;

/** Coded bytes are not what their coding says, or become more than they may, or need more; the message says what "it" is. */
public final class Undecodable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Whose fault it is. */
    public enum Cause {
        MALFORMED,
        TOO_LARGE,
        /** There is no memory for what undoing it needs. */
        MEMORY
    }

    private final Cause why;

    private Undecodable(String what, Cause why) {
        super(what, null, false, false); // whoever reads them knows where
        this.why = why;
    }

    Undecodable(String what) {
        this(what, Cause.MALFORMED);
    }

    static Undecodable tooLarge() {
        return new Undecodable("it becomes too large", Cause.TOO_LARGE);
    }

    static Undecodable noMemory() {
        return new Undecodable("there is no memory to decode it", Cause.MEMORY);
    }

    public Cause why() {
        return why;
    }
}
