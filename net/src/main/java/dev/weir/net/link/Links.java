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
    private static final Map<Class<?>, Server<?>> SERVERS = new ConcurrentHashMap<>();

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

    private Links() {}

    /** Tells how to make links of a class; called by that class. */
    public static <C> void set(Class<C> connections, Opener<C> opener) {
        OPENERS.put(connections, opener);
    }

    /** Tells how to have servers speak; called by the class of their builders. */
    public static <B> void setServer(Class<B> builders, Server<B> server) {
        SERVERS.put(builders, server);
    }

    /** A failure of a user's code as it is to be logged: without what lies below that code, which is the same for all. */
    public static Throwable logged(Throwable failure) {
        return Trace.cut(failure);
    }

    /** How to make links of a class. */
    @SuppressWarnings("unchecked") // each class has put its own
    public static <C> Opener<C> of(Class<C> connections) {
        return (Opener<C>) known(OPENERS, connections);
    }

    /** How to have servers speak, by the class of their builders. */
    @SuppressWarnings("unchecked") // each class has put its own
    public static <B> Server<B> server(Class<B> builders) {
        return (Server<B>) known(SERVERS, builders);
    }

    private static <V> V known(Map<Class<?>, V> all, Class<?> type) {
        try {
            MethodHandles.lookup().ensureInitialized(type);
        } catch (IllegalAccessException itIsPublic) {
            throw new IllegalStateException(itIsPublic);
        }
        return Objects.requireNonNull(all.get(type), () -> "no links are made of " + type);
    }
}
