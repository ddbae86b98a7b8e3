package dev.weir.net.http.server;

import dev.weir.Clock;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Received;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/** What a connection of HTTP/1.1 and a stream of HTTP/2 have in common: one exchange at a time, on one event loop. */
abstract class LoopCarrier extends ChannelInboundHandlerAdapter implements Carrier {
    final LoopShare share;
    final Application application;
    final Limits limits;
    final Received received;

    @Nullable
    Answering exchange;

    LoopCarrier(LoopShare share, Application application) {
        this.share = share;
        this.application = application;
        this.limits = application.limits();
        this.received = new Received(share);
    }

    /** Answers a request. */
    final void answer(RequestHead head, @Nullable BodyDecoder decoder) {
        Answering begun = application.answering(this, head, decoder);
        exchange = begun;
        begun.begin();
    }

    /** The client has gone. */
    final void abort() {
        Answering current = exchange;
        exchange = null;
        if (current != null) {
            current.abort();
        }
    }

    @Override
    public final EventLoop loop() {
        return share.loop();
    }

    @Override
    public final Clock clock() {
        return share.clock();
    }

    @Override
    public final Received received() {
        return received;
    }
}
