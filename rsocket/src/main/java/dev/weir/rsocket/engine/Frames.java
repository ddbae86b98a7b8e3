package dev.weir.rsocket.engine;

import dev.weir.net.link.Frame;
import dev.weir.net.link.Framing;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.frame.FrameType;
import java.io.EOFException;
import java.net.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * How frames are told from each other on bytes: three say how long the next is ("Framing Protocol Usage"). Peers that speak HTTP
 * are found by it.
 */
public final class Frames implements Framing {
    /*
     * What HTTP answers with looks like a frame of 4,740,180 bytes, for whose end one would wait for long: metadata that is
     * pushed (0x30 or 0x31 >>> 2) on stream 0x502f312e. Such metadata is of no stream, so there is no such frame, and it may
     * be looked for wherever a frame begins.
     */
    private static final Framing LENGTHS = Framing.lengthPrefix(3, FrameType.LONGEST);
    private static final String HTTP = "HTTP/1.";
    private static final int OF_HTTP = 3 + ('H' << 16 | 'T' << 8 | 'T');

    /** A peer that speaks something else. */
    private static final class Stranger extends ProtocolException {
        private static final long serialVersionUID = 1L;

        Stranger(String message) {
            super(message);
        }
    }

    @Override
    public long length(Frame begun) throws ProtocolException {
        long length = LENGTHS.length(begun);
        if (length != OF_HTTP) {
            return length;
        }
        int digit = HTTP.length();
        if (begun.length() <= digit) {
            return UNKNOWN;
        }
        boolean isHttp = begun.text(0, digit).equals(HTTP) && (begun.octet(digit) & ~1) == '0';
        if (isHttp) {
            throw new Stranger(
                    "the peer answers with HTTP, not RSocket: is the port right? RSocket on WebSockets has an"
                            + " address with ws:// or wss:// and a path");
        }
        return length;
    }

    @Override
    public int mark() {
        return LENGTHS.mark();
    }

    @Override
    public void mark(int length, byte[] into) {
        LENGTHS.mark(length, into);
    }

    /** Whether a connection has failed since the peer does not speak the protocol, so that it would not later. */
    static boolean isByStranger(@Nullable Throwable failure) {
        return failure instanceof Stranger;
    }

    /** What streams fail with that end with their connection. */
    static RSocketException end(@Nullable Throwable failure) {
        return failure instanceof RSocketException known
                ? known
                : new RSocketException.ConnectionError("the connection is closed", failure);
    }

    /**
     * Why a connection has failed, with what to do if the peer may not speak the protocol.
     *
     * @param silent whether nothing was understood of what has come
     */
    static @Nullable Throwable explained(@Nullable Throwable failure, boolean silent) {
        return switch (failure) {
            case Stranger stranger -> new RSocketException.ConnectionError(stranger.getMessage(), stranger);
            case EOFException early
            when silent ->
                new RSocketException.ConnectionError(
                        "the peer has ended in the middle of its first frame: does it speak RSocket there, and do both"
                                + " ends have TLS, or none?",
                        early);
            case null, default -> failure;
        };
    }
}
