package dev.weir.net.loop;

import org.jspecify.annotations.Nullable;

/**
 * Which transport the process uses.
 *
 * @param named what was asked for, or null
 */
record TransportChoice(@Nullable String named) {
    /** A system property: {@code epoll}, {@code io_uring} or {@code nio}. */
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
            return Transport.EPOLL.unavailable() == null ? Transport.EPOLL : Transport.NIO;
        }
        return switch (named) {
            case "epoll" -> available(Transport.EPOLL);
            case "io_uring" -> available(Transport.IO_URING);
            case "nio" -> Transport.NIO;
            default ->
                throw new IllegalStateException("there is no transport \"" + named + "\": set -D" + PROPERTY
                        + " to epoll, io_uring or nio, or leave it out");
        };
    }

    private Transport available(Transport wanted) {
        Throwable cause = wanted.unavailable();
        if (cause != null) {
            throw new IllegalStateException(
                    "the transport \"" + named + "\" is not to be had here (" + reason(cause) + "): " + remedy(wanted),
                    cause);
        }
        return wanted;
    }

    private static String reason(Throwable cause) {
        if (cause instanceof NoClassDefFoundError) {
            return "its classes are missing";
        }
        Throwable first = cause;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        return String.valueOf(first.getMessage());
    }

    private static String remedy(Transport wanted) {
        String otherwise = "or leave out -D" + PROPERTY;
        return wanted == Transport.IO_URING
                ? "put io.netty:netty-transport-native-io_uring with the classifier of this machine, such as"
                        + " linux-x86_64, on the class path, on a kernel that allows io_uring, " + otherwise
                : "it needs Linux and io.netty:netty-transport-native-epoll with the classifier of this machine, "
                        + otherwise;
    }
}
