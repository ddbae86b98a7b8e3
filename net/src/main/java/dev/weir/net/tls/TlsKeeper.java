package dev.weir.net.tls;

import dev.weir.One;
import dev.weir.net.loop.Listener;
import dev.weir.net.loop.LoopShare;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The certificates that a server has now. */
public final class TlsKeeper {
    /** Adds what handles a connection whose handshake is over. */
    @FunctionalInterface
    public interface Entry {
        /**
         * Called on the event loop.
         *
         * @param protocol what was agreed on by ALPN, null if nothing was
         */
        void open(Channel channel, LoopShare share, @Nullable String protocol);
    }

    private final List<String> protocols;
    private final Strangers strangers;
    private volatile @Nullable TlsContexts contexts;
    private long asked;
    private long shown; // of these, the one whose certificates there are

    /**
     * @param protocols what to offer by ALPN, the best first; may be none
     * @param strangers told of those with whom there is no agreement
     */
    public TlsKeeper(List<String> protocols, Strangers strangers) {
        this.protocols = protocols;
        this.strangers = strangers;
    }

    /** Reads the files; connections get these certificates from then on. */
    public One<@Nullable Void> load(TlsSource settings) {
        Objects.requireNonNull(settings, "settings");
        return One.defer(() -> {
            long number = begin();
            return One.<@Nullable Void>blocking(() -> {
                show(number, settings.load(protocols));
                return null;
            });
        });
    }

    private synchronized long begin() {
        return ++asked;
    }

    /** What was asked for later stays, however long the other took. */
    private synchronized void show(long number, TlsContexts loaded) {
        if (number > shown) {
            shown = number;
            contexts = loaded;
        }
    }

    @Nullable
    TlsContexts now() {
        return contexts;
    }

    /**
     * As above, for a server that may have none.
     *
     * @throws IllegalStateException if it has none
     */
    public static One<@Nullable Void> reload(@Nullable TlsKeeper keeper, TlsSource settings) {
        if (keeper == null) {
            throw new IllegalStateException("this server has no TLS: start it with tls(..)");
        }
        return keeper.load(settings);
    }

    /** Loads, then listens; connections come in by a {@link TlsDoor}. */
    public One<Listener> listen(TlsSource settings, Listener.Options options, Entry entry) {
        return load(settings).then(Listener.open(options, (channel, share) -> door(channel, share, entry)));
    }

    private ChannelHandler door(Channel channel, LoopShare share, Entry entry) {
        TlsContexts current = now();
        if (current == null) {
            throw new IllegalStateException("no certificates are loaded");
        }
        return new TlsDoor(channel, share, current, strangers, protocol -> entry.open(channel, share, protocol));
    }
}
