package dev.weir.net.tcp;

import java.net.InetSocketAddress;

/**
 * A peer sent a line longer than {@code maxLineLength} allows; the rest of its input is not read.
 */
public final class LineTooLongException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LineTooLongException(InetSocketAddress peer, int limit) {
        super(peer
                + " sent a line of more than "
                + limit
                + " bytes: raise maxLineLength(..), or answer with onErrorResume(..)");
    }

    /** Where in our code it was noticed tells nobody anything; whoever awaits it adds where that was. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
