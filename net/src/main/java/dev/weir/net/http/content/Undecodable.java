package dev.weir.net.http.content;

/** Coded bytes are not what their coding says, or become more than they may; the message says what "it" is. */
public final class Undecodable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean tooLarge;

    private Undecodable(String what, boolean tooLarge) {
        super(what, null, false, false); // whoever reads them knows where
        this.tooLarge = tooLarge;
    }

    Undecodable(String what) {
        this(what, false);
    }

    static Undecodable tooLarge() {
        return new Undecodable("it becomes too large", true);
    }

    public boolean isTooLarge() {
        return tooLarge;
    }
}
