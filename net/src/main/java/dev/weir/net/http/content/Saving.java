package dev.weir.net.http.content;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Writes a body to a new file, on threads for files; what was written is deleted if that fails or is cancelled. */
public final class Saving implements Flow.Subscriber<ByteBuffer>, Runnable {
    /*
     * Whatever happens counts a call; the first of them has a thread do what there is to do, which goes on until it has seen all
     * calls. After the end the count stays above zero, so nothing runs any more.
     */
    private static final int TURN = 16; // pieces, then others' tasks come first
    private static final int AT_ONCE = 64 * 1024; // of bytes: the JDK copies them into memory that the thread keeps
    private static final int AHEAD = 16; // pieces of up to 64 KiB, which wait for a disk, and are in no account
    private static final int BATCH = AHEAD - AHEAD / 4; // is asked for at once

    private final Path file;
    private final Many<ByteBuffer> body;
    private final Emitter<Long> result;
    private final Queue<ByteBuffer> pieces = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile Flow.@Nullable Subscription reading;
    private @Nullable Throwable broken; // before `done`
    private volatile boolean done;
    private volatile boolean cancelled;
    private @Nullable FileChannel out;
    private boolean over;
    private long count;
    private int taken;

    private Saving(Path file, Many<ByteBuffer> body, Emitter<Long> result) {
        this.file = file;
        this.body = body.withContext(_ -> result.context());
        this.result = result;
    }

    /** Gives the number of bytes. */
    public static One<Long> to(Path file, Many<ByteBuffer> body) {
        One<@Nullable Long> saved = One.emitter(result -> {
            Saving saving = new Saving(file, body, result);
            result.onEnd(saving::leave);
            saving.wake();
        });
        return FileThreads.left(saved.map(Objects::requireNonNull));
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        reading = subscription;
        if (cancelled) {
            subscription.cancel();
        } else {
            subscription.request(AHEAD);
        }
    }

    @Override
    public void onNext(ByteBuffer piece) {
        pieces.add(piece);
        wake();
    }

    @Override
    public void onError(Throwable failure) {
        broken = failure;
        onComplete();
    }

    @Override
    public void onComplete() {
        done = true;
        wake();
    }

    /** Of what waits for it, too. */
    private void leave() {
        cancelled = true;
        stopReading();
        wake();
    }

    private void stopReading() {
        Flow.Subscription subscription = reading;
        if (subscription != null) {
            subscription.cancel();
        }
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
            save();
        } catch (IOException failure) {
            fail(named(failure));
        } catch (Throwable failure) {
            fail(failure);
        }
    }

    private void save() throws IOException {
        int seen = calls.get();
        for (int turn = 0; turn < TURN; ) {
            if (cancelled) {
                end(unwanted());
                return;
            }
            FileChannel open = opened();
            boolean last = done;
            ByteBuffer piece = pieces.poll();
            if (piece != null) {
                write(piece, open);
                turn++;
            } else if (last) {
                finish(open);
                return;
            } else {
                seen = calls.addAndGet(-seen);
                if (seen == 0) {
                    return;
                }
            }
        }
        goOn();
    }

    private FileChannel opened() throws IOException {
        FileChannel open = out;
        if (open == null) {
            open = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            out = open;
            body.subscribe(this);
        }
        return open;
    }

    private void write(ByteBuffer given, FileChannel open) throws IOException {
        ByteBuffer piece = given.duplicate(); // whoever has it may write it again
        while (piece.hasRemaining()) {
            int end = piece.limit();
            count += open.write(piece.limit(piece.position() + Math.min(AT_ONCE, piece.remaining())));
            piece.limit(end);
        }
        Flow.Subscription subscription = reading;
        if (++taken == BATCH && subscription != null) {
            taken = 0;
            subscription.request(BATCH);
        }
    }

    private void finish(FileChannel open) throws IOException {
        if (broken != null) {
            fail(broken);
            return;
        }
        open.close();
        if (cancelled) {
            fail(unwanted());
            return;
        }
        over = true;
        result.next(count);
    }

    /** Ends with the failure, which goes on if the JVM may not survive it. */
    private void fail(Throwable failure) {
        end(failure);
        if (failure instanceof VirtualMachineError fatal && !(failure instanceof StackOverflowError)) {
            throw fatal;
        }
    }

    /** Only once: what has the file's name later is another one's. */
    private void end(Throwable failure) {
        if (over) {
            return;
        }
        over = true;
        try {
            stopReading();
            delete();
        } catch (Throwable left) { // whoever waits for it is told all the same
            if (left != failure) {
                failure.addSuppressed(left);
            }
        }
        result.error(cancelled ? unwanted() : failure);
    }

    private CancellationException unwanted() {
        return new CancellationException(file + " is not wanted any more");
    }

    /** What was there before stays. */
    private void delete() throws IOException {
        pieces.clear();
        if (out != null) {
            try {
                out.close();
            } finally {
                Files.deleteIfExists(file);
            }
        }
    }

    /** That the disk is full, for example, does not name the file; what is wrong with a name does. */
    private IOException named(IOException failure) {
        if (failure instanceof FileAlreadyExistsException) {
            String reason = "is there already, and stays as it is: save under another name, or delete it first";
            return new FileAlreadyExistsException(file.toString(), null, reason);
        }
        if (failure instanceof NoSuchFileException) {
            String reason = "can't be saved: there is no directory "
                    + file.toAbsolutePath().getParent();
            return new NoSuchFileException(file.toString(), null, reason);
        }
        return failure instanceof FileSystemException
                ? failure
                : new IOException(
                        file + " can't be saved: "
                                + Objects.requireNonNullElseGet(failure.getMessage(), failure::toString),
                        failure);
    }
}
