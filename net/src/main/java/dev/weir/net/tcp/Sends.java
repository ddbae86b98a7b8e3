package dev.weir.net.tcp;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.net.loop.Farewell;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Outbound;
import dev.weir.net.loop.Output;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** What a connection sends: one stream after the other. */
final class Sends {
    private final Channel channel;
    private final LoopShare share;
    private final Output out;
    private final Farewell farewell;
    private final Parting parting;

    private @Nullable Outbound<?> running;
    private @Nullable Emitter<Void> sender;

    Sends(Channel channel, LoopShare share, Output out, Farewell farewell, Parting parting) {
        this.channel = channel;
        this.share = share;
        this.out = out;
        this.farewell = farewell;
        this.parting = parting;
    }

    // ------------------------------------------------------------ on any thread

    <T> void send(Many<T> items, Outbound.Encoder<? super T> encoder, Emitter<Void> emitter) {
        Many<T> timed = items.withContext(context -> context.withClock(share.clock()));
        if (!share.run(() -> begin(timed, encoder, emitter))) {
            emitter.error(parting.closed("the connection is closed"));
        }
    }

    /** Tells the peer that nothing more comes. */
    void finish(Emitter<Void> emitter) {
        if (!share.run(() -> tellTheEnd(emitter))) {
            emitter.error(parting.closed("the connection is closed"));
        }
    }

    // ------------------------------------------------------------ on the event loop

    /** Asks for more: the peer keeps up. */
    void pull() {
        Outbound<?> outbound = running;
        if (outbound != null) {
            outbound.pull();
        }
    }

    /** Takes no more of what is being sent, which fails when the connection is closed. */
    void halt() {
        Outbound<?> outbound = running;
        if (outbound != null) {
            outbound.cancel();
        }
    }

    /** The connection is closed. */
    void fail() {
        Outbound<?> outbound = running;
        Emitter<Void> emitter = sender;
        if (outbound != null && emitter != null) {
            stop(outbound);
            emitter.error(parting.closed("the connection was closed before all was sent"));
        }
    }

    private <T> void begin(Many<T> items, Outbound.Encoder<? super T> encoder, Emitter<Void> emitter) {
        Exception refusal = refusal();
        if (refusal != null) {
            emitter.error(refusal);
            return;
        }
        Outbound<T> outbound = new Outbound<>(share.loop(), out, encoder, failure -> sent(emitter, failure));
        running = outbound;
        sender = emitter;
        emitter.onEnd(() -> share.run(() -> stop(outbound)));
        items.subscribe(outbound);
    }

    private @Nullable Exception refusal() {
        if (running != null) {
            return new IllegalStateException(
                    "another send is running on this connection: merge the streams, or send one after the other");
        }
        if (farewell.isFinished()) {
            return new IllegalStateException("nothing more can be sent: finish() was called");
        }
        return channel.isActive() && !farewell.isBegun() ? null : parting.closed("the connection is closed");
    }

    private void tellTheEnd(Emitter<Void> emitter) {
        Exception refusal = refusal();
        if (refusal != null) {
            emitter.error(refusal);
            return;
        }
        farewell.finish(failure -> {
            if (failure == null) {
                emitter.complete();
            } else {
                emitter.error(parting.closed("the connection was closed before all was sent"));
            }
        });
    }

    private void stop(Outbound<?> outbound) {
        outbound.cancel();
        if (running == outbound) {
            running = null;
            sender = null;
        }
    }

    private void sent(Emitter<Void> emitter, @Nullable Throwable failure) {
        running = null;
        sender = null;
        out.flushSoon();
        if (failure != null) {
            emitter.error(failure);
        } else {
            emitter.complete();
        }
    }
}
