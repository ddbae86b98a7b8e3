package dev.weir.net.loop;

import dev.weir.EventLoopThread;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A thread that serves many connections; {@code await()} fails on it. */
final class LoopThread extends FastThreadLocalThread implements EventLoopThread {
    private static final Map<Long, LoopThread> RUNNING = new ConcurrentHashMap<>();

    private static final VarHandle AT = Atomic.field(MethodHandles.lookup(), "at", Object.class);

    private @Nullable Object at; // written by this thread only, twice for each request: it must not wait for others

    LoopThread(Runnable task, String name) {
        super(task, name);
        setDaemon(false); // whatever thread starts the first server, which may be a virtual one
    }

    @Override
    public void run() {
        RUNNING.put(threadId(), this);
        try {
            super.run();
        } finally {
            RUNNING.remove(threadId());
        }
    }

    /** Notes what it is at; gives what it was at before. */
    @Nullable
    Object at(@Nullable Object what) {
        Object before = at;
        AT.setRelease(this, what);
        return before;
    }

    /** What the thread is at that has the id; null if nobody knows. */
    static @Nullable Object at(long id) {
        LoopThread thread = RUNNING.get(id);
        return thread == null ? null : AT.getAcquire(thread);
    }
}
