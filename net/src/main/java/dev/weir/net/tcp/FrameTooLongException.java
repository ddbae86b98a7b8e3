package dev.weir.net.tcp;

import java.net.InetSocketAddress;

/** A peer sent a message longer than {@code maxFrameLength} allows; the rest of its input is not read. */
public final class FrameTooLongException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FrameTooLongException(InetSocketAddress peer, int limit) {
        super(peer
                + " sent a message of more than "
                + limit
                + " bytes: raise maxFrameLength(..), or answer with onErrorResume(..)");
    }
}
