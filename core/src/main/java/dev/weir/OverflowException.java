package dev.weir;

/** A source that can't be slowed down emitted more than its bounded buffer holds; says in which pipeline. */
public final class OverflowException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public OverflowException(String message) {
        super(message);
    }
}
