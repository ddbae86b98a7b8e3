package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.net.AddressInUseException;
import dev.weir.net.NoLeaks;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A peer that has vanished is noticed by the kernel, also while nothing is sent to it and nothing that it sent is read. */
@ExtendWith(NoLeaks.class)
class KeepAliveTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    private static List<Object> of(Channel channel) {
        List<ChannelOption<?>> options = List.of(
                ChannelOption.SO_KEEPALIVE,
                EpollChannelOption.TCP_KEEPIDLE,
                EpollChannelOption.TCP_KEEPINTVL,
                EpollChannelOption.TCP_KEEPCNT);
        List<Object> values = new ArrayList<>();
        options.forEach(option -> values.add(channel.config().getOption(option)));
        return values;
    }

    @Test
    void silentPeersAreAskedAfterAMinuteAndAnotherOneLaterTheyAreGone() throws Exception {
        EventLoops loops = EventLoops.shared().own(1);
        assumeTrue(loops.transport() == Transport.EPOLL);
        CompletableFuture<Channel> accepted = new CompletableFuture<>();
        Listener listener = Listener.open(
                        new Listener.Options(
                                new Place.Port("127.0.0.1", 0),
                                10,
                                loops,
                                Held.ofClient(Long.MAX_VALUE),
                                null,
                                Duration.ofSeconds(8),
                                false,
                                List.of(),
                                AddressInUseException::new),
                        (channel, share) -> {
                            accepted.complete(channel);
                            return new ChannelInboundHandlerAdapter();
                        })
                .await(GENEROUS);
        Channel connected = Connector.open(loops, new Connector.Manner(false, false), listener.address(), channel -> {})
                .sync()
                .channel();
        List<Object> expected = List.of(true, 60, 10, 6);
        assertEquals(expected, of(connected));
        assertEquals(expected, of(accepted.join()));
        connected.close().sync();
        accepted.join().close().sync();
        listener.shutdown(Duration.ZERO).await(GENEROUS);
    }

    @Test
    void soAreThoseOfTheJdksSockets() throws Exception {
        Map<ChannelOption<Integer>, Integer> options = KeepAlive.ofJdk();
        NioSocketChannel channel = new NioSocketChannel();
        options.forEach(channel.config()::setOption);
        Map<String, Integer> values = new TreeMap<>();
        options.keySet()
                .forEach(option -> values.put(option.name(), channel.config().getOption(option)));
        assertEquals(Map.of("TCP_KEEPCOUNT", 6, "TCP_KEEPIDLE", 60, "TCP_KEEPINTERVAL", 10), values);
        channel.unsafe().closeForcibly();
    }
}
