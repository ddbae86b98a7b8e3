package dev.weir.rsocket;

import dev.weir.Context;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Who asks, for pipelines that answer: {@code Context.current().get(Caller.KEY)}.
 *
 * @param setup of the connection
 * @param remoteAddress as the connection has it: of a Unix domain socket the loopback and port 0
 * @param metadata of the request, of the first payload of a channel; null if there is none
 */
public record Caller(Setup setup, InetSocketAddress remoteAddress, @Nullable ByteBuffer metadata) {
    public static final Context.Key<Caller> KEY = Context.Key.of("caller");
}
