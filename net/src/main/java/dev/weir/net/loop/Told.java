package dev.weir.net.loop;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;

/** How logs and failures tell things. */
public final class Told {
    private static final Duration LONG = Duration.ofDays(1);

    private Told() {}

    /** As {@code localhost:80}, or {@code /run/socket}. */
    public static String address(SocketAddress address) {
        return address instanceof InetSocketAddress internet
                ? internet.getHostString() + ":" + internet.getPort()
                : String.valueOf(address);
    }

    /** As {@code 5 s}, or {@code 1500 ms}; what is long has whole seconds, however many. */
    public static String duration(Duration duration) {
        return duration.toMillisPart() == 0 || duration.compareTo(LONG) > 0
                ? duration.toSeconds() + " s"
                : duration.toMillis() + " ms";
    }
}
