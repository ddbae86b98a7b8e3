package dev.weir.net.websocket;

import dev.weir.CheckReturnValue;
import dev.weir.net.loop.Positive;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/** How a WebSocket behaves, for servers and clients. Immutable; a setting that is not made has its default. */
public final class WebSocketOptions {
    private static final WebSocketOptions DEFAULTS = builder().build();

    final int maxMessage;
    final int maxFrame;
    private final int mostOfFrame;
    final int fragment;
    final int maxWaitingSends;
    final Duration pingInterval;
    final Duration pongTimeout;
    final Duration closeTimeout;
    final Duration stallTimeout;
    final MessageCompression compression;
    final List<String> protocols;
    final Predicate<? super String> origins;

    private WebSocketOptions(Builder builder) {
        maxMessage = builder.maxMessage;
        mostOfFrame = builder.maxFrame;
        maxFrame = Math.min(builder.maxFrame, frameOf(builder.maxMessage));
        fragment = builder.fragment;
        maxWaitingSends = builder.maxWaitingSends;
        pingInterval = builder.pingInterval;
        pongTimeout = builder.pongTimeout;
        closeTimeout = builder.closeTimeout;
        stallTimeout = builder.stallTimeout;
        compression = builder.compression;
        protocols = List.copyOf(builder.protocols);
        origins = builder.origins;
    }

    /** The largest frame that a message can need: what can't be compressed gets a little longer. */
    private static int frameOf(int message) {
        return (int) Math.min(Integer.MAX_VALUE, message + message / 1024L + 64);
    }

    /** The largest frame of a message that is read in pieces: none of them needs all of it. */
    long maxPart() {
        return mostOfFrame == Integer.MAX_VALUE ? Long.MAX_VALUE : mostOfFrame;
    }

    /** What a frame is refused with that is larger than {@link #maxFrame}. */
    WebSocketException frameTooBig() {
        return maxFrame < frameOf(maxMessage)
                ? new WebSocketException(
                        CloseReason.TOO_BIG, "a frame is larger than " + maxFrame + " bytes (maxFrame)")
                : MessageReader.tooBig(maxMessage);
    }

    /** All settings as they are by default. */
    public static WebSocketOptions defaults() {
        return DEFAULTS;
    }

    public static Builder builder() {
        return new Builder();
    }

    Duration shortest() {
        Duration shortest = pingInterval;
        for (Duration other : List.of(pongTimeout, closeTimeout, stallTimeout)) {
            shortest = other.compareTo(shortest) < 0 ? other : shortest;
        }
        return shortest;
    }

    /** The settings; each has the default given at its method. */
    @CheckReturnValue
    public static final class Builder {
        private int maxMessage = 1024 * 1024;
        private int maxFrame = Integer.MAX_VALUE;
        private int fragment = 64 * 1024;
        private int maxWaitingSends = 1024;
        private Duration pingInterval = Duration.ofSeconds(30);
        private Duration pongTimeout = Duration.ofSeconds(10);
        private Duration closeTimeout = Duration.ofSeconds(5);
        private Duration stallTimeout = Duration.ofSeconds(30);
        private MessageCompression compression = MessageCompression.OFF;
        private Set<String> protocols = Set.of();
        private Predicate<? super String> origins = origin -> false;

        private Builder() {}

        /**
         * The largest message to receive as a whole, in bytes after decompression: 1 MiB. Beyond it: closed with 1009.
         * {@link WebSocket#streams} has no need of a limit.
         */
        public Builder maxMessage(int bytes) {
            maxMessage = Positive.of(bytes, "maxMessage");
            return this;
        }

        /**
         * The largest frame to receive, in bytes as they come: whatever {@link #maxMessage} allows, since browsers
         * send a message in as few frames as they like, and whatever comes where {@linkplain WebSocket#streams messages are
         * read in pieces}. Beyond it: closed with 1009.
         */
        public Builder maxFrame(int bytes) {
            maxFrame = Positive.of(bytes, "maxFrame");
            return this;
        }

        /** Larger messages are sent in frames of so many bytes, each when the peer has room for it: 64 KiB. */
        public Builder fragment(int bytes) {
            fragment = Positive.of(bytes, "fragment");
            return this;
        }

        /**
         * How many sends of a single message, and how many pings, may wait for a peer that does not keep up: 1,024.
         * Those beyond it fail.
         */
        public Builder maxWaitingSends(int count) {
            maxWaitingSends = Positive.of(count, "maxWaitingSends");
            return this;
        }

        /** A peer that was silent for so long gets a ping: 30 seconds. */
        public Builder pingInterval(Duration interval) {
            pingInterval = Positive.of(interval, "pingInterval");
            return this;
        }

        /**
         * A peer that says nothing for so long after a ping has gone, and the connection is closed: 10 seconds.
         * It does not count while the peer can't be heard since 64 KiB of messages wait that nobody demands.
         */
        public Builder pongTimeout(Duration limit) {
            pongTimeout = Positive.of(limit, "pongTimeout");
            return this;
        }

        /** How long to wait, after a Close was asked for, for the peer to close too: 5 seconds. */
        public Builder closeTimeout(Duration limit) {
            closeTimeout = Positive.of(limit, "closeTimeout");
            return this;
        }

        /** A peer that takes nothing of what waits for it for so long is given up: 30 seconds. */
        public Builder stallTimeout(Duration limit) {
            stallTimeout = Positive.of(limit, "stallTimeout");
            return this;
        }

        /** Whether messages are compressed: {@link MessageCompression#OFF}. */
        public Builder compression(MessageCompression newCompression) {
            compression = Objects.requireNonNull(newCompression, "compression");
            return this;
        }

        /**
         * The subprotocols that a server speaks, or that a client offers, the best first: none. A server takes the
         * first of the client's that it speaks; {@link WebSocket#protocol} tells which.
         *
         * @throws IllegalArgumentException if a name is no token (RFC 9110 section 5.6.2)
         */
        public Builder protocols(String... names) {
            Set<String> all = new LinkedHashSet<>();
            for (String name : names) {
                all.add(Tokens.check(name, "a subprotocol"));
            }
            protocols = all;
            return this;
        }

        /**
         * The origins, such as {@code https://app.example}, whose pages may connect to a server, besides its own:
         * none. Clients that are no browsers send no origin and are not asked for one.
         */
        public Builder allowOrigins(String... origins) {
            Set<String> all = new LinkedHashSet<>();
            for (String origin : origins) {
                all.add(checkOrigin(origin));
            }
            return allowOrigins(all::contains);
        }

        /** As above, decided for each origin, which is in lower case; it must not block. */
        public Builder allowOrigins(Predicate<? super String> allowed) {
            origins = Objects.requireNonNull(allowed, "origins");
            return this;
        }

        public WebSocketOptions build() {
            return new WebSocketOptions(this);
        }

        private static String checkOrigin(String origin) {
            URI uri = URI.create(origin);
            String lower = origin.toLowerCase(Locale.ROOT);
            String bare = (uri.getScheme() + "://" + uri.getRawAuthority()).toLowerCase(Locale.ROOT);
            String usual = lower.startsWith("https:") ? ":443" : lower.startsWith("http:") ? ":80" : "/";
            if (uri.getScheme() == null
                    || uri.getRawAuthority() == null
                    || !lower.equals(bare)
                    || lower.endsWith(usual)) {
                throw new IllegalArgumentException("\"" + origin
                        + "\" is no origin: it should look like https://app.example or http://localhost:3000,"
                        + " with a port if it is not the usual one");
            }
            return lower;
        }
    }
}
