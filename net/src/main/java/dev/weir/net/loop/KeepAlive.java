package dev.weir.net.loop;

import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;
import java.io.IOException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;

/** After how many seconds of silence the kernel asks a peer whether it is still there, how often, and how many times. */
final class KeepAlive {
    private static final int SILENCE = 60;
    private static final int BETWEEN_PROBES = 10;
    private static final int PROBES = 6;

    static final Map<ChannelOption<Integer>, Integer> OF_EPOLL = Map.of(
            EpollChannelOption.TCP_KEEPIDLE, SILENCE,
            EpollChannelOption.TCP_KEEPINTVL, BETWEEN_PROBES,
            EpollChannelOption.TCP_KEEPCNT, PROBES);

    private KeepAlive() {}

    /** What the JDK's sockets know of it here, by the names that its module jdk.net gives it. */
    @SuppressWarnings("unchecked")
    static Map<ChannelOption<Integer>, Integer> ofJdk() {
        Map<String, Integer> wanted =
                Map.of("TCP_KEEPIDLE", SILENCE, "TCP_KEEPINTERVAL", BETWEEN_PROBES, "TCP_KEEPCOUNT", PROBES);
        Map<ChannelOption<Integer>, Integer> known = new HashMap<>();
        try (SocketChannel any = SocketChannel.open()) {
            for (SocketOption<?> option : any.supportedOptions()) {
                if (wanted.containsKey(option.name())) {
                    known.put(NioChannelOption.of((SocketOption<Integer>) option), wanted.get(option.name()));
                }
            }
        } catch (IOException e) {
            return Map.of(); // whoever wants a socket is told
        }
        return known;
    }
}
