package dev.weir.net.tcp;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.net.loop.Outbound;
import dev.weir.net.loop.Output;
import org.jspecify.annotations.Nullable;

/** What a connection sends: one stream after the other. */
final class Sends {
    private final ConnectionHandler connection;
    private @Nullable Outbound<?> running;
    private @Nullable Emitter<Void> sender;

    Sends(ConnectionHandler connection) {
        this.connection = connection;
    }

    // ------------------------------------------------------------ on any thread

    <T> void send(Many<T> items, Outbound.Encoder<? super T> encoder, Emitter<Void> emitter) {
        Many<T> timed = items.withContext(
                _ -> emitter.context().withClock(connection.share().clock()));
        if (!connection.share().run(() -> begin(timed, encoder, emitter))) {
            emitter.error(connection.closed("is closed"));
        }
    }

    /** Tells the peer that nothing more comes. */
    void finish(Emitter<Void> emitter) {
        if (!connection.share().run(() -> tellTheEnd(emitter))) {
            emitter.error(connection.closed("is closed"));
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
            emitter.error(connection.closed("was closed before all was sent"));
        }
    }

    private <T> void begin(Many<T> items, Outbound.Encoder<? super T> encoder, Emitter<Void> emitter) {
        Exception refusal = refusal();
        if (refusal != null) {
            emitter.error(refusal);
            return;
        }
        Outbound<T> outbound = new Outbound<>(
                connection.share().loop(),
                connection.out(),
                (item, out) -> write(item, encoder, out),
                failure -> sent(emitter, failure));
        running = outbound;
        sender = emitter;
        emitter.onEnd(() -> connection.share().run(() -> stop(outbound)));
        items.subscribe(outbound);
    }

    /** What would go nowhere is not taken for sent: behind our goodbye or, over TLS, the peer's, which ends both directions. */
    private <T> void write(T item, Outbound.Encoder<? super T> encoder, Output out) throws Exception {
        boolean goodbye = connection.peerIsDone() && connection.identity().secure();
        if (goodbye || !connection.takesMore()) {
            throw connection.closed("was closed before all was sent");
        }
        encoder.write(item, out);
    }

    private @Nullable Exception refusal() {
        if (running != null) {
            return new IllegalStateException(
                    "another send is running on this connection: merge the streams, or send one after the other");
        }
        if (connection.farewell().isFinished()) {
            return new IllegalStateException("nothing more can be sent: finish() was called");
        }
        return connection.channel().isActive() && !connection.farewell().isBegun()
                ? null
                : connection.closed("is closed");
    }

    private void tellTheEnd(Emitter<Void> emitter) {
        Exception refusal = refusal();
        if (refusal != null) {
            emitter.error(refusal);
            return;
        }
        connection.farewell().finish(failure -> {
            if (failure == null) {
                emitter.complete();
            } else {
                emitter.error(connection.closed("was closed before all was sent"));
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
        connection.out().flushSoon();
        if (failure != null) {
            emitter.error(failure);
        } else {
            emitter.complete();
        }
    }
}
