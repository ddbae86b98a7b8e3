package dev.weir.rsocket.engine;

import dev.weir.net.link.Links;
import java.util.function.Supplier;

/** What the application has to be told of its own failures, and may want to know of its peers. */
public final class Log {
    private static final System.Logger LOG = System.getLogger("dev.weir.rsocket");

    private Log() {}

    /** A peer has done something wrong, which it is told. */
    public static void debug(Supplier<String> what, Throwable failure) {
        LOG.log(System.Logger.Level.DEBUG, what, Links.logged(failure));
    }

    /** A peer has done something that it is not told. */
    static void debug(Supplier<String> what) {
        LOG.log(System.Logger.Level.DEBUG, what);
    }

    /** Code of the application has failed. */
    public static void error(String what, Throwable failure) {
        LOG.log(System.Logger.Level.ERROR, what, Links.logged(failure));
    }
}
