package dev.weir.net.loop;

import io.netty.channel.epoll.Epoll;
import org.jspecify.annotations.Nullable;

/**
 * Which transport the process uses.
 *
 * @param named what was asked for, or null
 */
record TransportChoice(@Nullable String named) {
    /** A system property: {@code epoll} or {@code nio}. */
    static final String PROPERTY = "dev.weir.net.transport";

    private static final TransportChoice OF_PROCESS = new TransportChoice(System.getProperty(PROPERTY));

    static TransportChoice ofProcess() {
        return OF_PROCESS;
    }

    /**
     * What was asked for, else epoll where its native library loads, else the JDK's.
     *
     * @throws IllegalStateException if what was asked for is unknown, or is not to be had here
     */
    Transport transport() {
        if (named == null) {
            return Epoll.isAvailable() ? Transport.EPOLL : Transport.NIO;
        }
        return switch (named) {
            case "epoll" -> epoll(Epoll.unavailabilityCause());
            case "nio" -> Transport.NIO;
            default ->
                throw new IllegalStateException("there is no transport \"" + named + "\": set -D" + PROPERTY
                        + " to epoll or nio, or leave it out");
        };
    }

    private static Transport epoll(@Nullable Throwable unavailable) {
        if (unavailable == null) {
            return Transport.EPOLL;
        }
        Throwable first = unavailable;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        throw new IllegalStateException(
                "the transport \"epoll\" is not to be had here (" + first.getMessage() + "): it needs Linux and"
                        + " io.netty:netty-transport-native-epoll with the classifier of this machine, or leave out -D"
                        + PROPERTY,
                unavailable);
    }
}
