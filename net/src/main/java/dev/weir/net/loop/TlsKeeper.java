package dev.weir.net.loop;

import dev.weir.One;
import dev.weir.net.ServerTls;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The certificates that a server has now. */
public final class TlsKeeper {
    private final List<String> protocols;
    private volatile @Nullable TlsContexts contexts;

    /**
     * @param protocols what to offer by ALPN, the best first; may be none
     */
    public TlsKeeper(List<String> protocols) {
        this.protocols = protocols;
    }

    /** Reads the files; connections get these certificates from then on. */
    public One<@Nullable Void> load(ServerTls settings) {
        return One.<@Nullable Void>blocking(() -> {
            contexts = ((TlsSettings) settings).load(protocols);
            return null;
        });
    }

    /** See {@link TlsDoor}. */
    public ChannelHandler door(Channel channel, LoopShare share, Consumer<@Nullable String> opened) {
        TlsContexts current = contexts;
        if (current == null) {
            throw new IllegalStateException("no certificates are loaded");
        }
        return new TlsDoor(channel, share, current, opened);
    }
}
