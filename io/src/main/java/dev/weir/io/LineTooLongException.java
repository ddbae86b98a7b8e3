package dev.weir.io;

/** A line is longer than was allowed: it would have to be in memory as a whole. */
public final class LineTooLongException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LineTooLongException(String file, long offset, int longest) {
        super("the line at byte " + offset + " of " + file + " is longer than " + longest
                + " bytes: allow more withLongestLine(..), or read bytes()");
    }
}
