package dev.weir.postgres.hub;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A connection that listens. Statements are run in the order in which they are given. */
public interface Wire {
    /** Completes when the server has run the statement. */
    CompletionStage<@Nullable Void> run(String statement);

    /** Ends the connection, without waiting. */
    void close();

    /** Makes connections. */
    interface Dialer {
        /** A connection that tells the listener what it receives, and once that it has ended, on any thread. */
        CompletionStage<Wire> dial(Listener listener);
    }

    /** Is told what a connection receives. */
    interface Listener {
        void received(String channel, String payload, int processId);

        void closed(Throwable why);
    }
}
