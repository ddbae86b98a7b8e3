package dev.weir.lab.rsocket;

import dev.weir.lab.streams.Ask;
import dev.weir.lab.streams.Costs;
import dev.weir.lab.streams.Receiving;
import dev.weir.lab.streams.Ticks;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.SocketAcceptor;
import io.rsocket.core.RSocketConnector;
import io.rsocket.core.RSocketServer;
import io.rsocket.frame.decoder.PayloadDecoder;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.server.TcpServerTransport;
import io.rsocket.util.ByteBufPayload;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.TcpClient;
import reactor.netty.tcp.TcpServer;

/** Streams on rsocket-java, which are sent as each request asks; a response tells the costs. */
public final class Serve implements RSocket {
    private static final int BACKLOG = 4096;
    private static final String CLIENT = "rsocket-java-client";
    private static final Duration LONG = Duration.ofHours(1);

    private @Nullable Ticks ticks; // made on the only event loop

    private Serve() {}

    /** Takes a name, a host and a port; a client what it is to receive, too. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals(CLIENT)) {
            receive(Receiving.of(arguments));
            System.exit(0);
        }
        TcpServer tcp = TcpServer.create()
                .host(arguments[1])
                .port(Integer.parseInt(arguments[2]))
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .runOn(LoopResources.create("lab", 1, 1, true));
        RSocketServer.create(SocketAcceptor.with(new Serve()))
                .payloadDecoder(PayloadDecoder.ZERO_COPY)
                .bind(TcpServerTransport.create(tcp))
                .block();
        Mono.never().block();
    }

    private static void receive(Receiving receiving) throws Exception {
        TcpClient tcp = TcpClient.newConnection() // else 500 of a pool are all there are
                .host(receiving.host())
                .port(receiving.port())
                .runOn(LoopResources.create("lab", 1, 1, true));
        Mono<RSocket> connecting = RSocketConnector.create()
                .payloadDecoder(PayloadDecoder.ZERO_COPY)
                .keepAlive(LONG, LONG)
                .connect(TcpClientTransport.create(tcp));
        for (int i = 0; i < receiving.connections(); i++) {
            RSocket socket = Objects.requireNonNull(connecting.block(), "no connection");
            for (int j = 0; j < receiving.streams(); j++) {
                var _ = socket.requestStream(
                                ByteBufPayload.create(receiving.next().text()))
                        .subscribe(payload -> {
                            payload.release();
                            receiving.count();
                        });
            }
        }
        receiving.work();
    }

    private Ticks ticks() {
        if (ticks == null) {
            Ticks made = new Ticks();
            ticks = made;
            turn(ThreadExecutorMap.currentExecutor(), made);
        }
        return ticks;
    }

    private static void turn(EventExecutor loop, Ticks ticks) {
        ticks.run();
        loop.schedule(() -> turn(loop, ticks), ticks.left(), TimeUnit.NANOSECONDS);
    }

    @Override
    public Mono<Payload> requestResponse(Payload request) {
        request.release();
        return Mono.just(ByteBufPayload.create(Costs.now().text()));
    }

    @Override
    public Flux<Payload> requestStream(Payload request) {
        Ask ask = Ask.of(request.getDataUtf8());
        request.release();
        return new Sending(ask.phase(), ask.turns(), ask.burst(), ask.size());
    }

    /** A stream: it is its subscription, too. */
    private final class Sending extends Flux<Payload> implements Subscription, Ticks.Ticking {
        private final int phase;
        private final int turns;
        private final int burst;
        private final int size;
        private @Nullable CoreSubscriber<? super Payload> subscriber;
        private long demand;
        private boolean over;
        private Ticks.@Nullable Ticking after;

        Sending(int phase, int turns, int burst, int size) {
            this.phase = phase;
            this.turns = turns;
            this.burst = burst;
            this.size = size;
        }

        @Override
        public void subscribe(CoreSubscriber<? super Payload> actual) {
            subscriber = actual;
            actual.onSubscribe(this);
            if (turns > 0) {
                ticks().add(this, phase);
            }
        }

        @Override
        public void request(long count) {
            demand = Math.max(count, demand + count);
        }

        @Override
        public void cancel() {
            over = true;
        }

        @Override
        public Ticks.@Nullable Ticking after() {
            return after;
        }

        @Override
        public void after(Ticks.@Nullable Ticking newAfter) {
            after = newAfter;
        }

        @Override
        public int turns() {
            return turns;
        }

        @Override
        public boolean tick(long since) {
            CoreSubscriber<? super Payload> known = Objects.requireNonNull(subscriber, "it was subscribed to");
            for (int i = 0; i < burst && demand > 0 && !over; i++) {
                demand--;
                ByteBuf data = ByteBufAllocator.DEFAULT.directBuffer(size).writeLong(since);
                known.onNext(ByteBufPayload.create(data.writerIndex(size)));
            }
            return !over;
        }
    }
}
