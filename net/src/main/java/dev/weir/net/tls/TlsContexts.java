package dev.weir.net.tls;

import dev.weir.net.loop.Hosts;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SniHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The certificates that a server has loaded, by the names that clients ask for. */
public final class TlsContexts {
    /** The most that a client may send before it has said which host it wants. */
    private static final int MAX_HELLO = 16 * 1024;

    private final SslContext first;
    private final Map<String, SslContext> named;
    private final Duration handshakeTimeout;

    public TlsContexts(SslContext first, Map<String, SslContext> named, Duration handshakeTimeout) {
        this.first = first;
        this.named = named;
        this.handshakeTimeout = handshakeTimeout;
    }

    Duration handshakeTimeout() {
        return handshakeTimeout;
    }

    ChannelHandler handler(ByteBufAllocator allocator) {
        return named.isEmpty() ? untimed(first.newHandler(allocator, HandshakeTasks.ALL)) : new Choice();
    }

    /** The door has the deadline, by the server's clock. */
    private static SslHandler untimed(SslHandler handler) {
        handler.setHandshakeTimeoutMillis(0);
        return handler;
    }

    SslContext of(@Nullable String name) {
        if (name == null) {
            return first;
        }
        String dotted = name.toLowerCase(Locale.ROOT);
        String wanted = dotted.endsWith(".") ? dotted.substring(0, dotted.length() - 1) : dotted;
        SslContext exact = named.get(wanted);
        if (exact != null) {
            return exact;
        }
        int dot = wanted.indexOf('.');
        return dot < 0 ? first : named.getOrDefault("*" + wanted.substring(dot), first);
    }

    /** Waits for the name. */
    private final class Choice extends SniHandler {
        Choice() {
            super(TlsContexts.this::of, MAX_HELLO, 0);
        }

        @Override
        protected void replaceHandler(ChannelHandlerContext ctx, @Nullable String name, SslContext chosen)
                throws Exception {
            ctx.channel().attr(Hosts.KEY).set(host -> of(host) == chosen);
            super.replaceHandler(ctx, name, chosen);
        }

        @Override
        protected SslHandler newSslHandler(SslContext context, ByteBufAllocator allocator) {
            return untimed(context.newHandler(allocator, HandshakeTasks.ALL));
        }
    }
}
