package dev.weir.net.tcp;

import java.net.InetSocketAddress;

/**
 * A peer began a message longer than {@code maxFrameLength} allows; the rest of its input is not read. It is refused when its
 * length is known, by {@link Framer#length} or because so much has come.
 */
public final class FrameTooLongException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FrameTooLongException(InetSocketAddress peer, int limit) {
        super(peer
                + " sent a message of more than "
                + limit
                + " bytes: raise maxFrameLength(..), or answer with onErrorResume(..)");
    }

    /** Where in our code it was noticed tells nobody anything; whoever awaits it adds where that was. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
