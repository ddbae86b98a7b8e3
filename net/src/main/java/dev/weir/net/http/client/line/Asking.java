package dev.weir.net.http.client.line;

import dev.weir.Many;
import dev.weir.net.http.client.call.Call;
import dev.weir.net.http.client.call.Payload;
import dev.weir.net.http.wire.LengthCheck;
import dev.weir.net.http.wire.Trailers;
import dev.weir.net.loop.Outbound;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The request's half of an exchange, on its event loop. */
final class Asking {
    /** Up to this size a body is written at once. */
    private static final int AT_ONCE = 64 * 1024;

    /** Called once if the body could not be made. */
    @FunctionalInterface
    interface Failed {
        void failed(Throwable cause);
    }

    private final Line line;
    private final Call call;
    private final Failed failed;
    private final LengthCheck length;
    private @Nullable Outbound<ByteBuffer> outbound;
    private boolean begun;
    private boolean waiting;
    private boolean done;
    private boolean stopped;
    private long since;

    Asking(Line line, Call call, Failed failed) {
        this.line = line;
        this.call = call;
        this.failed = failed;
        this.length = new LengthCheck(call.content().length());
    }

    void begin() {
        since = line.share().now();
        line.head(call);
        waiting = call.expectsContinue();
        if (!waiting && !stopped) { // as by a head that can't be sent
            body();
        }
        line.out().flushSoon();
    }

    /** The server wants the body, or nobody waits for its leave any longer. */
    void proceed() {
        if (waiting && !stopped) {
            waiting = false;
            body();
        }
    }

    private void body() {
        begun = true;
        switch (call.content()) {
            case Payload.Bytes content when content.length() == 0 -> end();
            case Payload.Bytes content
            when content.length() <= AT_ONCE -> {
                line.piece(ByteBuffer.wrap(content.bytes()));
                end();
            }
            case Payload content -> stream(content.pieces());
        }
    }

    private void stream(Many<ByteBuffer> pieces) {
        Outbound<ByteBuffer> sender =
                new Outbound<>(line.loop(), line.out(), (piece, out) -> piece(piece), this::streamed);
        outbound = sender;
        pieces.withContext(context -> context.withClock(line.share().clock())).subscribe(sender);
    }

    private void piece(ByteBuffer piece) {
        length.add(piece.remaining());
        if (piece.hasRemaining()) {
            line.piece(piece);
        }
        if (length.isAll() && call.trailers() == null) { // the source may say so later than the server answers
            end();
        }
    }

    private void streamed(@Nullable Throwable failure) {
        outbound = null;
        Throwable wrong = failure != null ? failure : length.missing();
        if (wrong != null) {
            failed.failed(wrong);
        } else {
            end();
        }
    }

    private void end() {
        if (done) {
            return;
        }
        String[] trailers;
        var following = call.trailers();
        try {
            trailers = following == null ? Trailers.NONE : following.get();
        } catch (Throwable failure) {
            failed.failed(failure);
            return;
        }
        done = true;
        since = line.share().now();
        line.end(trailers);
        line.out().flushSoon();
    }

    boolean isDone() {
        return done;
    }

    /** Whether nobody has asked for any of the body. */
    boolean isUntouched() {
        return !begun;
    }

    /** Whether there is nothing to do but to wait for the server. */
    boolean isSettled() {
        return done || waiting || stopped;
    }

    /** Since when that is so. */
    long since() {
        return since;
    }

    /** Goes on without the server's leave if that does not come. */
    void look(long now, Duration continueTimeout) {
        if (waiting && now - since > continueTimeout.toNanos()) {
            proceed();
        }
    }

    void writable() {
        Outbound<?> sender = outbound;
        if (sender != null) {
            sender.pull();
        }
    }

    /** Sends nothing more. */
    void stop() {
        if (!stopped && !done) {
            since = line.share().now();
        }
        stopped = true;
        Outbound<?> sender = outbound;
        outbound = null;
        if (sender != null) {
            sender.cancel();
        }
    }
}
