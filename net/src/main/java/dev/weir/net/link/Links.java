package dev.weir.net.link;

import dev.weir.One;
import dev.weir.net.loop.Confided;
import dev.weir.net.loop.Trace;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes links of what others open: of the connections of servers and clients of TCP, and of WebSockets. */
public final class Links {
    /** Makes links of one class of connections, which is known by its class alone. */
    @FunctionalInterface
    public interface Opener<C> {
        /**
         * Has a protocol spoken, of which nobody else reads or sends anything. Ends when the connection is closed, as {@link
         * Speaker#closed} tells; cancelling breaks it off.
         *
         * @param framing of no concern to connections that carry messages
         * @param speaker called once, on the event loop
         */
        One<@Nullable Void> speak(C connection, Framing framing, Function<? super Link, ? extends Speaker> speaker);
    }

    /** Makes servers speak, of one class of their builders. */
    @FunctionalInterface
    public interface Server<B> {
        /**
         * Has a protocol spoken on all connections in place of what a handler does: nobody waits for one to end, so one
         * that is idle takes less memory.
         *
         * @param speaker called once for each connection, on its event loop
         * @return the builder
         */
        B speak(B builder, Framing framing, Function<? super Link, ? extends Speaker> speaker);
    }

    /** Makes clients speak, of one class of them. */
    @FunctionalInterface
    public interface Client<C, A> {
        /**
         * Connects, and has a protocol spoken on the connection, which outlives the One: nobody waits for its end, so one that
         * is idle takes less memory. The One ends when the speaker has begun; it fails if there is no connection, or the
         * speaker could not begin. Cancelling gives an attempt up, and does nothing once the speaker is called.
         *
         * @param framing of no concern to connections that carry messages
         * @param speaker called once, on the event loop, if there is a connection
         */
        One<@Nullable Void> speak(
                C client, A address, Framing framing, Function<? super Link, ? extends Speaker> speaker);
    }

    private Links() {}

    /** How it is done for a class, by an {@link Opener}, a {@link Server} or a {@link Client} of it. */
    @SuppressWarnings("TypeParameterUnusedInFormals") // each class has told what it is asked for
    public static <H> H of(Class<?> type) {
        return Confided.of(type);
    }

    /** A failure of a user's code as it is to be logged: without what lies below that code, which is the same for all. */
    public static Throwable logged(Throwable failure) {
        return Trace.cut(failure);
    }
}
