package dev.weir.rsocket.engine;

import dev.weir.rsocket.RSocketException;
import org.jspecify.annotations.Nullable;

/** Which errors and codes go where (section "Error Codes"). */
public final class Codes {
    private static final int FIRST_OF_STREAMS = 0x201;
    private static final int LAST_OF_STREAMS = 0x204;
    private static final int FIRST_CUSTOM = 0x301;
    private static final int LAST_CUSTOM = 0xffff_fffe;

    private Codes() {}

    /**
     * What the peer is told as it is, or null of what is for the log: all that the application did not say in so many words. A
     * failure with a cause tells of something else, such as another peer, in words that are for our side.
     */
    public static @Nullable RSocketException told(Throwable failure) {
        return failure instanceof RSocketException said && said.getCause() == null ? said : null;
    }

    /** Whether a stream may end by it. */
    static boolean isOfStream(int code) {
        return (code >= FIRST_OF_STREAMS && code <= LAST_OF_STREAMS)
                || (Integer.compareUnsigned(code, FIRST_CUSTOM) >= 0
                        && Integer.compareUnsigned(code, LAST_CUSTOM) <= 0);
    }

    /** The code that a stream ends by, if that is why. */
    public static int ofStream(RSocketException failure) {
        return isOfStream(failure.code()) ? failure.code() : RSocketException.ApplicationError.CODE;
    }

    /** Whether a client may be refused with it when it sets up. */
    static boolean isOfSetup(int code) {
        return code >= RSocketException.InvalidSetup.CODE && code <= RSocketException.RejectedSetup.CODE;
    }

    /** What a client is told that is refused with it; the log, if it is for that. */
    static @Nullable String toldOfSetup(Throwable failure) {
        RSocketException told = told(failure);
        if (told == null) {
            Log.error("an acceptor failed, so that a client of RSocket is refused", failure);
        }
        return told == null ? "internal error" : told.getMessage();
    }

    /** The code that a client is refused with. */
    static int ofSetup(Throwable failure) {
        return failure instanceof RSocketException told && isOfSetup(told.code())
                ? told.code()
                : RSocketException.RejectedSetup.CODE;
    }
}
