package dev.weir.postgres.copy;

import dev.weir.Context;
import dev.weir.Emitter;
import dev.weir.Generator;
import dev.weir.Many;
import dev.weir.Out;
import dev.weir.Overflow;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * What a body emits, as by {@link Many#generate}, but on a thread of the platform: a virtual one would wait for each few kilobytes
 * that it reads, and each time three threads would wake up (ADR 34).
 */
final class Reading<T> implements Out<T> {
    private static final ThreadFactory THREADS =
            Thread.ofPlatform().daemon().inheritInheritableThreadLocals(false).factory();

    private final Emitter<T> emitter;
    private final Thread thread;
    private final AtomicBoolean started = new AtomicBoolean();

    private Reading(Emitter<T> emitter, Generator<T> body) {
        this.emitter = emitter;
        thread = THREADS.newThread(() -> run(body));
        String name = emitter.context().name();
        thread.setName(name.isEmpty() ? "weir-copy" : name + "/copy");
        thread.setContextClassLoader(Reading.class.getClassLoader());
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
            thread.start();
        } else {
            wake();
        }
    }

    private void wake() {
        LockSupport.unpark(thread);
    }

    private void run(Generator<T> body) {
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
