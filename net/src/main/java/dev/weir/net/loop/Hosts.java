package dev.weir.net.loop;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import org.jspecify.annotations.Nullable;

/** Which hosts a connection may be asked for: those of the certificate that its handshake was made with. */
@FunctionalInterface
public interface Hosts {
    Hosts ALL = host -> true;

    AttributeKey<Hosts> KEY = AttributeKey.valueOf(Hosts.class, "hosts");

    /**
     * Whether that is one of them.
     *
     * @param host a name or an address, without a port; null if a request names none
     */
    boolean have(@Nullable String host);

    static Hosts of(Channel channel) {
        return channel.hasAttr(KEY) ? channel.attr(KEY).get() : ALL; // to ask for it makes one
    }
}
