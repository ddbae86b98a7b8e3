package dev.weir.net.link;

import dev.weir.One;
import dev.weir.net.loop.Trace;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes links of connections that others have opened: of a {@code TcpConnection} or a {@code WebSocket}. */
public final class Links {
    private static final Map<Class<?>, Opener<?>> OPENERS = new ConcurrentHashMap<>();

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

    private Links() {}

    /** Tells how to make links of a class; called by that class. */
    public static <C> void set(Class<C> connections, Opener<C> opener) {
        OPENERS.put(connections, opener);
    }

    /** A failure of a user's code as it is to be logged: without what lies below that code, which is the same for all. */
    public static Throwable logged(Throwable failure) {
        return Trace.cut(failure);
    }

    /** How to make links of a class. */
    @SuppressWarnings("unchecked") // each class has put its own
    public static <C> Opener<C> of(Class<C> connections) {
        try {
            MethodHandles.lookup().ensureInitialized(connections);
        } catch (IllegalAccessException itIsPublic) {
            throw new IllegalStateException(itIsPublic);
        }
        return (Opener<C>) Objects.requireNonNull(OPENERS.get(connections), "no links are made of " + connections);
    }
}
