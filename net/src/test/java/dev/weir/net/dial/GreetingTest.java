package dev.weir.net.dial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.One;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import dev.weir.net.loop.Connector;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.LoopShare;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.proxy.ProxyConnectionEvent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GreetingTest {
    private static final Duration GENEROUS = Duration.ofSeconds(60);

    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

    private String next() throws InterruptedException {
        return String.valueOf(seen.poll(GENEROUS.toSeconds(), TimeUnit.SECONDS));
    }

    /** A proxy may have answered before who asked for the tunnel has had a turn. */
    @Test
    void whatComesWithTheTunnelIsKeptUntilItBegins() throws InterruptedException {
        try (RawServer proxy = RawServer.start()) {
            Destination to = Destination.of("nowhere.test", 7, new Hop(true, "127.0.0.1", proxy.port(), null, null));
            Dial.Ask ask = new Dial.Ask(to, null, List.of(), false, GENEROUS, GENEROUS);
            Greeting greeting = new Greeting(
                    new Dial(dialer(), ask, new Caller()),
                    ask,
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()));
            var attempt = Connector.open(
                    EventLoops.shared(), new Connector.Manner(false, true), greeting.destination(), channel -> {
                        greeting.prepare(channel);
                        channel.pipeline().addLast(new Late(greeting));
                    });
            try (RawSocket socket = proxy.accept()) {
                socket.request();
                socket.send("HTTP/1.1 200 Fine\r\n\r\nhello");
                assertEquals("tunnelled", next());
                assertEquals("opened", next());
                assertEquals("hello", next());
            }
            attempt.channel().close();
        }
    }

    private static Dialer dialer() {
        return Dialer.of(
                EventLoops.shared(),
                Held.ofClient(Long.MAX_VALUE),
                null,
                GENEROUS,
                _ -> One.of(List.of()),
                new Connector.Manner(false, true));
    }

    /** Begins when the tunnel has long been there. */
    private final class Late extends ChannelInboundHandlerAdapter {
        private final Greeting greeting;

        Late(Greeting greeting) {
            this.greeting = greeting;
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof ProxyConnectionEvent) {
                seen.add("tunnelled");
                ctx.channel().eventLoop().execute(() -> greeting.begin(ctx.channel()));
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            seen.add(bytes.toString(StandardCharsets.US_ASCII));
            bytes.release();
        }
    }

    private final class Caller implements Dial.Caller {
        @Override
        public void opened(Dial dial, Channel channel, LoopShare share, @Nullable String protocol) {
            seen.add("opened");
        }

        @Override
        public void failed(DialFailure failure) {
            seen.add(failure.text());
        }
    }
}
