package dev.weir.rsocket;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.rsocket.loop.LoopConnection;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Asks the peer of a connection, by streams. */
final class Asking implements RSocket {
    /*
     * What is asked while the peer does not keep up, or has given no lease, waits here, without a byte on the wire, up to a number of requests. All
     * that touches a request runs on the loop; emitters are told from there. A lease may be over between the look at it and its
     * use: the request then waits for the next one, before all others.
     */
    private final LoopConnection connection;
    private final int maxQueued;
    private final Deque<Runnable> queued = new ArrayDeque<>(1); // mostly nothing waits
    private volatile String why = "it is closed, or closing";

    Asking(LoopConnection connection, int maxQueued) {
        this.connection = connection;
        this.maxQueued = maxQueued;
    }

    /** The connection is closed, and nothing that waits is sent. */
    void closed(@Nullable Throwable failure) {
        if (failure instanceof RSocketException known) {
            why = String.valueOf(known.getMessage());
        }
        writable();
    }

    LoopConnection connection() {
        return connection;
    }

    // ------------------------------------------------------------ on the loop

    private boolean isReady() {
        return connection.isWritable() && connection.leased() > 0;
    }

    /** The peer keeps up again, has given a lease, or is gone. */
    void writable() {
        while (isReady() || !connection.isOpen()) {
            Runnable next = queued.poll();
            if (next == null) {
                return;
            }
            next.run();
        }
    }

    /**
     * Runs what sends a request, at once or when the peer keeps up; the emitter fails if that will not be.
     *
     * @param attempt whether it is sent, or need not be
     */
    void begin(Emitter<?> emitter, BooleanSupplier attempt) {
        if (isDone(emitter) || (queued.isEmpty() && isReady() && attempt.getAsBoolean())) {
            return;
        }
        if (queued.size() < maxQueued) {
            queued.add(() -> again(emitter, attempt));
        } else {
            emitter.error(new RSocketException.Rejected(
                    "the peer takes no requests now, and " + maxQueued + " wait already (maxQueued)"));
        }
    }

    private RSocketException refused() {
        return new RSocketException.Rejected("the connection takes no more requests: " + why);
    }

    private void again(Emitter<?> emitter, BooleanSupplier attempt) {
        if (!isDone(emitter) && !attempt.getAsBoolean()) {
            queued.addFirst(() -> again(emitter, attempt));
        }
    }

    /** Whether nobody wants it any more, or the connection is closed, which the emitter is told. */
    private boolean isDone(Emitter<?> emitter) {
        if (emitter.isCancelled()) {
            return true;
        }
        boolean open = connection.isOpen();
        if (!open) {
            emitter.error(refused());
        }
        return !open;
    }

    private void onLoop(Emitter<?> emitter, Runnable task) {
        if (!connection.post(task)) {
            emitter.error(refused()); // the loop has ended, and so have its connections
        }
    }

    // ------------------------------------------------------------ interactions

    @Override
    public One<Payload> requestResponse(Payload request) {
        Objects.requireNonNull(request, "request");
        return Many.<Payload>emitter(
                        Overflow.buffer(1),
                        emitter -> onLoop(emitter, () -> new AskedStream(this, emitter).response(request)))
                .first()
                .map(answer -> answer == null ? Payload.empty() : answer);
    }

    @Override
    public Many<Payload> requestStream(Payload request) {
        Objects.requireNonNull(request, "request");
        return Many.emitter(Overflow.fail(), emitter -> {
            AskedStream asked = new AskedStream(this, emitter);
            emitter.onRequest(() -> onLoop(emitter, () -> asked.stream(request)));
        });
    }

    @Override
    public Many<Payload> requestChannel(Many<Payload> requests) {
        Objects.requireNonNull(requests, "requests");
        return Many.emitter(Overflow.fail(), emitter -> {
            AskedStream asked = new AskedStream(this, emitter);
            emitter.onRequest(() -> onLoop(emitter, () -> asked.channel(requests)));
        });
    }

    @Override
    public One<@Nullable Void> fireAndForget(Payload request) {
        Objects.requireNonNull(request, "request");
        return once(() -> connection.fireAndForget(request.metadata(), request.data()));
    }

    @Override
    public One<@Nullable Void> metadataPush(ByteBuffer metadata) {
        Objects.requireNonNull(metadata, "metadata");
        return once(() -> connection.metadataPush(metadata));
    }

    private One<@Nullable Void> once(BooleanSupplier send) {
        return Many.<Void>emitter(
                        Overflow.fail(),
                        emitter -> onLoop(
                                emitter,
                                () -> begin(emitter, () -> {
                                    boolean sent = send.getAsBoolean();
                                    if (sent) {
                                        emitter.complete();
                                    }
                                    return sent;
                                })))
                .first();
    }
}
