package dev.weir.rsocket.engine;

import dev.weir.net.link.Links;

/** What the application has to be told of its own failures. */
public final class Log {
    private static final System.Logger LOG = System.getLogger("dev.weir.rsocket");

    private Log() {}

    /** Code of the application has failed. */
    public static void error(String what, Throwable failure) {
        LOG.log(System.Logger.Level.ERROR, what, Links.logged(failure));
    }
}
