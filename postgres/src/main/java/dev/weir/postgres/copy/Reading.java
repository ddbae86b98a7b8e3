package dev.weir.postgres.copy;

import dev.weir.Context;
import dev.weir.Emitter;
import dev.weir.Generator;
import dev.weir.Many;
import dev.weir.Out;
import dev.weir.Overflow;
import dev.weir.sql.engine.Threads;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What a body emits, as by {@link Many#generate}, but on a thread of the platform: a virtual one would wait for each few kilobytes
 * that it reads, and each time three threads would wake up (ADR 34).
 */
final class Reading<T> implements Out<T> {
    private final Emitter<T> emitter;
    private final Generator<T> body;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile @Nullable Thread owner; // once it runs

    private Reading(Emitter<T> emitter, Generator<T> body) {
        this.emitter = emitter;
        this.body = body;
    }

    /** The thread begins at the first request. */
    static <T> Many<T> generate(Generator<T> body) {
        return Many.emitter(Overflow.fail(), emitter -> new Reading<>(emitter, body).listen());
    }

    private void listen() {
        emitter.onEnd(this::wake);
        emitter.onRequest(this::requested);
    }

    private void requested() {
        if (started.compareAndSet(false, true)) {
            Threads.start(Threads.PLATFORM, emitter.context(), this::run);
        } else {
            wake();
        }
    }

    private void wake() {
        LockSupport.unpark(owner);
    }

    private void run() {
        owner = Thread.currentThread();
        try {
            body.run(this);
            emitter.complete();
        } catch (Throwable failure) {
            if (!emitter.isCancelled()) {
                emitter.error(failure);
            }
        }
    }

    @Override
    public Context context() {
        return emitter.context();
    }

    @Override
    public void emit(T item) {
        while (emitter.requested() == 0) {
            if (emitter.isCancelled()) {
                throw new CancellationException("nobody waits for this copy any more");
            }
            LockSupport.park(this);
            boolean _ = Thread.interrupted(); // nobody has a reason to; else it would spin
        }
        emitter.next(item);
    }
}
