package dev.weir.net.http.server;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.content.FileThreads;
import dev.weir.net.http.wire.LengthCheck;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.Outbound;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sends a body that streams, as the client takes it; on the event loop. */
public final class Sending {
    private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.ISO_8859_1);

    /** Of what is coded, what has come counts: little may come of it. */
    private record CodedProgress(Output out, Coder coder) implements Progress {
        @Override
        public boolean isWritable() {
            return coder.isIdle() && out.isWritable();
        }

        @Override
        public long total() {
            return coder.taken();
        }
    }

    private final Carrier carrier;
    private final Consumer<@Nullable Throwable> done;
    private final @Nullable Coder coder;
    private @Nullable Outbound<?> outbound;
    private @Nullable FileTransfer file;
    private @Nullable Duration heartbeat;
    private @Nullable Runnable head;
    private long longestWait;
    private boolean ending; // as soon as all is coded
    private boolean over;
    private long sent;
    private long sentAt;

    /**
     * A body that is about to be sent.
     *
     * @param coding how to code it, or null
     * @param memory counts what that takes
     * @param done is told the end, and what is wrong if it is not complete; not once this was cancelled
     */
    public Sending(
            Carrier carrier, Coder.@Nullable StreamCoding coding, Held memory, Consumer<@Nullable Throwable> done) {
        this.carrier = carrier;
        this.done = done;
        this.coder = coding == null
                ? null
                : new Coder(carrier.loop(), coding, memory, carrier.out(), this::frame, this::writable);
    }

    /**
     * Sends bytes.
     *
     * @param length how many, or {@link Reply#UNKNOWN}
     */
    public void bytes(Many<ByteBuffer> content, long length) {
        LengthCheck check = new LengthCheck(length);
        start(
                content,
                (buffer, to) -> {
                    check.add(buffer.remaining());
                    piece(buffer);
                },
                check);
    }

    /**
     * Sends what can fail before there is anything to send.
     *
     * @param waiting goes out before the first piece, and is not sent if there is a failure instead
     * @param longest the head does not wait longer
     */
    public void encoded(Many<ByteBuffer> content, Runnable waiting, Duration longest) {
        head = waiting;
        longestWait = longest.toNanos();
        bytes(content, Reply.UNKNOWN);
    }

    /** Whether the head has been sent. */
    public boolean isBegun() {
        return head == null;
    }

    private void begin() {
        Runnable due = head;
        if (due != null) {
            head = null;
            due.run();
        }
    }

    /**
     * Sends a part of a file, or all of it, which is not coded, and closes it.
     *
     * @param opening blocks, and is called where that harms nobody
     * @param waiting as above
     */
    public void file(Callable<FileTransfer> opening, Runnable waiting) {
        head = waiting;
        longestWait = Long.MAX_VALUE;
        var _ = One.call(opening)
                .subscribeOn(FileThreads.SHARED)
                .subscribe(
                        transfer -> carrier.onLoop(() -> file(transfer)),
                        failure -> carrier.onLoop(() -> end(failure)));
    }

    private void file(FileTransfer transfer) {
        if (over) { // meanwhile
            transfer.close();
            return;
        }
        file = transfer;
        begin();
        if (transfer.isMovable(carrier.out())) {
            transfer.move(carrier.out(), this::end);
        } else {
            start(transfer.pieces(), transfer::read, new LengthCheck(Reply.UNKNOWN));
        }
    }

    /**
     * Sends events, which end when the server shuts down.
     *
     * @param period when nothing was sent for so long, a comment is
     */
    public <T> void events(Many<T> events, Function<? super T, byte[]> format, Duration period) {
        heartbeat = period;
        start(events, (event, to) -> piece(ByteBuffer.wrap(format.apply(event))), new LengthCheck(Reply.UNKNOWN));
    }

    private <T> void start(Many<T> items, Outbound.Encoder<T> encoder, LengthCheck check) {
        sentAt = carrier.now();
        carrier.out().flushSoon(); // the head does not wait for the first item
        Progress progress = coder == null ? carrier.out() : new CodedProgress(carrier.out(), coder);
        Outbound<T> sender = new Outbound<>(
                carrier.loop(),
                carrier.out(),
                progress,
                encoder,
                failure -> end(failure != null ? failure : check.missing()));
        outbound = sender;
        items.withContext(context -> context.withClock(carrier.clock())).subscribe(sender);
    }

    private void piece(ByteBuffer content) throws IOException {
        Coder current = coder;
        if (current == null) {
            frame(content);
        } else if (content.hasRemaining()) {
            flushIf(current.write(content));
        }
    }

    private void flushIf(boolean due) {
        if (due) {
            carrier.loop().execute(this::flushCoder); // once for all that is sent in this turn
        }
    }

    private void frame(ByteBuffer content) {
        if (content.hasRemaining()) {
            begin();
            carrier.piece(content);
        }
    }

    private void flushCoder() {
        try {
            if (coder != null) {
                coder.flush();
            }
        } catch (Exception failure) {
            stop(failure);
        }
    }

    private void stop(@Nullable Throwable failure) {
        cancelSource();
        end(failure);
    }

    private void cancelSource() {
        Outbound<?> sender = outbound;
        if (sender != null) {
            sender.cancel();
        }
    }

    private void end(@Nullable Throwable failure) {
        if (over) {
            return;
        }
        if (failure == null && coder != null && !coder.isIdle()) {
            ending = true;
            return;
        }
        Throwable cause = failure;
        if (cause == null && coder != null) {
            try {
                coder.finish();
            } catch (Exception broken) {
                cause = broken;
            }
        }
        if (cause == null) {
            begin();
        }
        close();
        done.accept(cause);
    }

    private void close() {
        over = true;
        if (coder != null) {
            coder.close();
        }
        if (file != null) {
            file.close();
        }
    }

    /** Nobody wants it any more. */
    public void cancel() {
        close();
        cancelSource();
    }

    /** The client keeps up again. */
    public void writable() {
        code();
        Outbound<?> sender = outbound;
        if (sender != null) {
            sender.pull();
        }
    }

    private void code() {
        Coder current = coder;
        if (current == null || over) {
            return;
        }
        try {
            flushIf(current.work());
        } catch (IOException failure) {
            stop(failure);
            return;
        }
        if (ending && current.isIdle()) {
            end(null);
        }
    }

    /** The server shuts down: events would never end by themselves. */
    public void drain() {
        if (heartbeat != null && outbound != null) {
            stop(null);
        }
    }

    /** Sends a comment if it is due, or a head that has waited long enough. */
    public void look(long now) {
        if (head != null) {
            if (now - sentAt >= longestWait) {
                begin();
                carrier.out().flushSoon();
            }
            return;
        }
        Duration period = heartbeat;
        if (period == null) {
            return;
        }
        if (carrier.out().total() != sent) {
            sent = carrier.out().total();
            sentAt = now;
        } else if (now - sentAt >= period.toNanos() && carrier.out().isWritable()) {
            beat(now);
        }
    }

    private void beat(long now) {
        try {
            piece(ByteBuffer.wrap(HEARTBEAT));
        } catch (IOException failure) {
            stop(failure);
            return;
        }
        carrier.out().flushSoon();
        sent = carrier.out().total();
        sentAt = now;
    }
}
