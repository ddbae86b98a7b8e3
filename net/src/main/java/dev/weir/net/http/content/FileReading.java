package dev.weir.net.http.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One subscription to the bytes of a file, which is read on a thread for files while there is demand. */
final class FileReading implements Flow.Subscription, Runnable {
    /*
     * Whoever asks or cancels counts a call; the first of them has a thread read, which goes on until it has seen all calls.
     * After the end the count stays above zero, so nothing runs any more.
     */
    private static final int PIECE = 64 * 1024;
    private static final int TURN = 16; // pieces, then others' tasks come first

    private final Flow.Subscriber<? super ByteBuffer> subscriber;
    private final Path file;
    private final @Nullable Object key;
    private final AtomicLong demand = new AtomicLong();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean cancelled;
    private @Nullable FileChannel channel;
    private long at;
    private long left;
    private boolean over;

    FileReading(
            Flow.Subscriber<? super ByteBuffer> subscriber, Path file, @Nullable Object key, long from, long count) {
        this.subscriber = subscriber;
        this.file = file;
        this.key = key;
        this.at = from;
        this.left = count;
    }

    @Override
    public void request(long n) {
        demand.accumulateAndGet(n, (before, more) -> before + more < 0 ? Long.MAX_VALUE : before + more);
        wake();
    }

    @Override
    public void cancel() {
        cancelled = true;
        wake();
    }

    private void wake() {
        if (calls.getAndIncrement() == 0) {
            goOn();
        }
    }

    private void goOn() {
        try {
            FileThreads.SHARED.execute(this);
        } catch (Throwable rejection) {
            fail(rejection);
        }
    }

    @Override
    public void run() {
        try {
            read();
        } catch (Throwable failure) {
            fail(failure);
        }
    }

    private void read() throws IOException {
        int seen = calls.get();
        for (int turn = 0; turn < TURN; ) {
            if (cancelled) {
                end(null);
                return;
            }
            if (demand.get() > 0) {
                FileChannel open = opened();
                if (left > 0) {
                    emit(next(open));
                    turn++;
                }
                if (left == 0) {
                    end(null);
                    return;
                }
                continue;
            }
            seen = calls.addAndGet(-seen);
            if (seen == 0) {
                return;
            }
        }
        goOn();
    }

    private FileChannel opened() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            open = FilePieces.open(file, key);
            channel = open;
        }
        return open;
    }

    private ByteBuffer next(FileChannel open) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE, left));
        if (open.read(piece, at) < 0) {
            throw new IOException(file + " became shorter while it was sent");
        }
        int read = piece.flip().remaining();
        at += read;
        left -= read;
        return piece;
    }

    private void emit(ByteBuffer piece) {
        if (demand.get() != Long.MAX_VALUE) {
            demand.decrementAndGet();
        }
        subscriber.onNext(piece);
    }

    /** Ends with the failure, which goes on if the JVM may not survive it. */
    private void fail(Throwable failure) {
        end(failure);
        if (failure instanceof VirtualMachineError fatal && !(failure instanceof StackOverflowError)) {
            throw fatal;
        }
    }

    /** Closes what is open, and tells the subscriber unless he has left. */
    private void end(@Nullable Throwable failure) {
        if (over) {
            return;
        }
        over = true;
        Throwable why = failure;
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException closing) {
            if (why == null) {
                why = closing;
            } else {
                why.addSuppressed(closing);
            }
        }
        if (cancelled) {
            return;
        }
        if (why == null) {
            subscriber.onComplete();
        } else {
            subscriber.onError(why);
        }
    }
}
