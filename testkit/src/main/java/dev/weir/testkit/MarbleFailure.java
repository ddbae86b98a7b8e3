package dev.weir.testkit;

/** The failure that a {@code #} stands for in the source of a {@linkplain Marbles marble test}. */
public final class MarbleFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    MarbleFailure() {
        super("# in a marble string");
    }
}
