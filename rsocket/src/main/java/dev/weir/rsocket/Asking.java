package dev.weir.rsocket;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.loop.LoopConnection;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Asks the peer of a connection, by streams. */
final class Asking implements RSocket {
    /*
     * What is asked while the peer does not keep up, or has given no lease, waits, without a byte on the wire, up to a number of
     * requests; pushed metadata needs no lease, so it waits for itself. All that touches a request runs on the loop; emitters are
     * told from there. A lease may be over between the look at it and its use: the request then waits for the next one, before
     * all others.
     */
    private static final int LONGEST_PUSH = FrameType.LONGEST - FrameType.HEAD;

    private final LoopConnection connection;
    private final int maxQueued;
    private final Line requests;
    private final Line pushes;
    private final Set<AskedStream> expected = new HashSet<>();
    private volatile String why = "it is closed or closing, or not accepted yet";

    Asking(LoopConnection connection, int maxQueued) {
        this.connection = connection;
        this.maxQueued = maxQueued;
        this.requests = new Line(() -> connection.isWritable() && connection.leased() > 0);
        this.pushes = new Line(connection::isWritable);
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

    /** The peer keeps up again, has given a lease, or is gone. */
    void writable() {
        pushes.goOn();
        requests.goOn();
        if (!connection.isOpen()) {
            List.copyOf(expected).forEach(channel -> channel.failed(connection, 0, refused()));
        }
    }

    /** Keeps a channel until there is a request, so that it ends with the connection; false if that takes none any more. */
    boolean expect(AskedStream channel) {
        expected.add(channel);
        boolean open = connection.isOpen();
        if (!open) {
            channel.failed(connection, 0, refused());
        }
        return open;
    }

    /** There is a request, or there will be none. */
    void expectNoMore(AskedStream channel) {
        expected.remove(channel);
    }

    /**
     * Runs what sends a request, at once or when the peer keeps up; the emitter fails if that will not be.
     *
     * @param attempt whether it is sent, or need not be
     * @return whether it waits
     */
    boolean begin(Emitter<?> emitter, BooleanSupplier attempt) {
        return requests.begin(new Waiting(emitter, attempt));
    }

    /** Nobody wants a request any more that waits. */
    void gaveUp() {
        requests.areUnwanted = true;
    }

    private record Waiting(Emitter<?> emitter, BooleanSupplier attempt) {}

    /** What waits until it may be sent. */
    private final class Line {
        private final BooleanSupplier ready;
        private final Deque<Waiting> waiting = new ArrayDeque<>(1); // mostly nothing waits
        private boolean areUnwanted; // maybe, some of those that wait

        Line(BooleanSupplier ready) {
            this.ready = ready;
        }

        /** Whether it waits. */
        boolean begin(Waiting next) {
            if (!waiting.isEmpty()) {
                goOn();
            }
            if (waiting.isEmpty() && mayGo() && isDone(next)) {
                return false;
            }
            if (next.emitter.isCancelled()) {
                return false; // before it came here: nobody would say so
            }
            if (areUnwanted && waiting.size() >= maxQueued) {
                areUnwanted = false;
                waiting.removeIf(other -> other.emitter.isCancelled());
            }
            if (waiting.size() < maxQueued) {
                return waiting.add(next);
            }
            next.emitter.error(new RSocketException.Rejected(
                    "the peer takes no requests now, and " + maxQueued + " wait already (maxQueued)"));
            return false;
        }

        private boolean mayGo() {
            return ready.getAsBoolean() || !connection.isOpen();
        }

        void goOn() {
            while (mayGo()) {
                Waiting next = waiting.poll();
                if (next == null) {
                    return;
                }
                if (!isDone(next)) {
                    waiting.addFirst(next);
                }
            }
        }
    }

    /** Whether it is sent, or nobody wants it any more, or the connection is closed, which the emitter is told. */
    private boolean isDone(Waiting waiting) {
        if (!waiting.emitter.isCancelled()) {
            if (connection.isOpen()) {
                return waiting.attempt.getAsBoolean();
            }
            waiting.emitter.error(refused());
        }
        return true;
    }

    private RSocketException refused() {
        return new RSocketException.Rejected("the connection takes no more requests: " + why);
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
                .map(answer -> answer == null ? Payload.none() : answer);
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
        return once(requests, () -> connection.fireAndForget(request.metadata(), request.data()));
    }

    @Override
    public One<@Nullable Void> metadataPush(ByteBuffer metadata) {
        Objects.requireNonNull(metadata, "metadata");
        if (metadata.remaining() > LONGEST_PUSH) {
            return One.fail(() -> new IllegalArgumentException("pushed metadata has at most " + LONGEST_PUSH
                    + " bytes, as it is one frame, not " + metadata.remaining()));
        }
        return once(pushes, () -> connection.metadataPush(metadata));
    }

    private One<@Nullable Void> once(Line line, BooleanSupplier send) {
        return Many.<Void>emitter(Overflow.fail(), emitter -> {
                    BooleanSupplier attempt = () -> {
                        boolean sent = send.getAsBoolean();
                        if (sent) {
                            emitter.onEnd(() -> {}); // it has not left
                            emitter.complete();
                        }
                        return sent;
                    };
                    onLoop(emitter, () -> {
                        if (line.begin(new Waiting(emitter, attempt))) {
                            emitter.onEnd(() -> connection.post(() -> line.areUnwanted = true));
                        }
                    });
                })
                .first();
    }
}
