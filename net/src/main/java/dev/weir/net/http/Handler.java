package dev.weir.net.http;

import dev.weir.One;

/** Answers requests. */
@FunctionalInterface
public interface Handler {
    /**
     * Called on the connection's event loop: it must not block; what blocks belongs into {@link One#blocking}.
     * Throwing is the same as failing: an {@link HttpException} becomes its status, anything else a 500 without
     * details, which go to the log. The One is cancelled when the client goes.
     */
    One<Response> handle(Request request) throws Exception;
}
