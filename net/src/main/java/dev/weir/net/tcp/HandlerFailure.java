package dev.weir.net.tcp;

import dev.weir.net.loop.Awaited;
import dev.weir.net.loop.Trace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeoutException;

/** Tells of handlers that fail: in one line where the peer or the network was the cause. */
final class HandlerFailure {
    private static final System.Logger LOG = System.getLogger("dev.weir.net.tcp");

    private HandlerFailure() {}

    static void log(InetSocketAddress peer, Throwable failure) {
        String what = "the handler of the connection from " + peer + " failed";
        Throwable cause = Awaited.in(failure);
        if (isOfThePeer(cause)) {
            LOG.log(System.Logger.Level.WARNING, what + ": " + cause);
        } else {
            LOG.log(System.Logger.Level.WARNING, what, Trace.cut(failure));
        }
    }

    private static boolean isOfThePeer(Throwable cause) {
        return cause instanceof LineTooLongException
                || cause instanceof FrameTooLongException
                || cause instanceof IOException
                || cause instanceof TimeoutException;
    }
}
