package dev.weir.net.loop;

import dev.weir.Cancellable;
import dev.weir.Clock;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells of event loops that do not come round, with what they are at. */
public final class Watchdog {
    /*
     * Each loop is given a task; as long as it has not run it, the loop is busy. A quarter of the limit passes
     * between two looks, at least ten milliseconds. Servers and clients share loops, so who tells of a loop first is
     * the only one. The time is the system's, whatever clock a server has: a thread blocks in no other. A loop that
     * waits for its sockets is about to answer, whatever the time: the whole process may have slept.
     */
    private static final Set<String> WAITING =
            Set.of("io.netty.channel.epoll.Native", "sun.nio.ch.EPoll", "sun.nio.ch.KQueue", "sun.nio.ch.WEPoll");
    private static final System.Logger LOG = System.getLogger("dev.weir.net");
    private static final Duration LEAST = Duration.ofMillis(10); // between two looks
    private static final Set<EventLoop> TOLD = ConcurrentHashMap.newKeySet();

    private final Clock clock = Clock.system();
    private final long limit;
    private final Duration period;
    private final Supplier<? extends Collection<EventLoop>> loops;
    private final Map<EventLoop, Watched> watched = new ConcurrentHashMap<>();
    private volatile boolean stopped;
    private volatile Cancellable next = () -> {};

    private static final class Watched {
        volatile boolean answered = true;
        volatile long answeredAt;
        long askedAt;
        boolean told;
    }

    private Watchdog(Duration limit, Supplier<? extends Collection<EventLoop>> loops) {
        this.limit = limit.toNanos();
        this.period = period(limit);
        this.loops = loops;
    }

    static Duration period(Duration limit) {
        Duration quarter = limit.dividedBy(4);
        return quarter.compareTo(LEAST) < 0 ? LEAST : quarter;
    }

    /**
     * Watches.
     *
     * @param limit for how long a loop may be busy
     * @return stops it
     */
    static Cancellable watch(Duration limit, Supplier<? extends Collection<EventLoop>> loops) {
        Watchdog dog = new Watchdog(limit, loops);
        dog.schedule();
        return dog::stop;
    }

    /** Watches the loops that have had connections of a listening socket, until that is closed; zero watches none. */
    public static void watch(Listener listener, Duration limit) {
        if (!limit.isZero()) {
            Cancellable dog = watch(limit, listener::eventLoops);
            listener.closed().subscribe(done -> dog.cancel());
        }
    }

    /**
     * Notes what this thread is at, which is told if it gets stuck.
     *
     * @param what its text is that of the log, made on another thread; null for nothing in particular
     * @return what it was at before
     */
    public static @Nullable Object at(@Nullable Object what) {
        return Thread.currentThread() instanceof LoopThread loop ? loop.at(what) : null;
    }

    private void schedule() {
        next = clock.schedule(this::look, period);
        if (stopped) {
            next.cancel();
        }
    }

    private void stop() {
        stopped = true;
        next.cancel();
        watched.forEach(Watchdog::forget);
    }

    private static void forget(EventLoop loop, Watched state) {
        if (state.told) {
            state.told = false;
            TOLD.remove(loop);
        }
    }

    private void look() {
        try {
            lookAtAll();
        } finally { // what failed, as a logger may, is seen to the next time
            if (!stopped) {
                schedule();
            }
        }
    }

    private void lookAtAll() {
        long now = clock.nanoTime();
        Collection<EventLoop> current = loops.get();
        watched.entrySet().removeIf(one -> {
            boolean gone = !current.contains(one.getKey());
            if (gone) {
                forget(one.getKey(), one.getValue());
            }
            return gone;
        });
        for (EventLoop loop : current) {
            look(loop, watched.computeIfAbsent(loop, added -> new Watched()), now);
        }
    }

    private void look(EventLoop loop, Watched state, long now) {
        if (state.answered) {
            if (state.told) {
                forget(loop, state);
                tellEnd(loop, state.answeredAt - state.askedAt);
            }
            ask(loop, state, now);
        } else if (!state.told && now - state.askedAt >= limit) {
            StackTraceElement[] place = place(loop);
            if (place.length > 0 && !WAITING.contains(place[0].getClassName()) && TOLD.add(loop)) {
                state.told = true;
                tell(loop, now - state.askedAt, place);
            }
        }
    }

    private void ask(EventLoop loop, Watched state, long now) {
        state.answered = false;
        state.askedAt = now;
        boolean queued = false;
        try {
            queued = EventLoops.queue(loop, () -> {
                state.answeredAt = clock.nanoTime();
                state.answered = true;
            });
        } finally {
            if (!queued) {
                state.answered = true; // as it never will
            }
        }
    }

    private static StackTraceElement[] place(EventLoop loop) {
        return loop instanceof SingleThreadEventExecutor executor
                ? executor.threadProperties().stackTrace()
                : new StackTraceElement[0];
    }

    private static void tell(EventLoop loop, long nanos, StackTraceElement[] stack) {
        Throwable place = new Throwable("what the event loop is at");
        place.setStackTrace(stack);
        LOG.log(
                System.Logger.Level.WARNING,
                "the event loop \"" + name(loop) + "\" has been stuck for " + millis(nanos) + " ms" + at(loop)
                        + ", and all its connections with it"
                        + (AcceptGate.isOn(loop) ? ", and all new ones, as it accepts them" : "")
                        + ": what blocks belongs into One.blocking(..), or a handler of HTTP into Handler.blocking(..)",
                Trace.cut(place));
    }

    private static void tellEnd(EventLoop loop, long nanos) {
        LOG.log(
                System.Logger.Level.WARNING,
                "the event loop \"" + name(loop) + "\" goes on after " + millis(nanos) + " ms");
    }

    private static String at(EventLoop loop) {
        Object what = loop instanceof SingleThreadEventExecutor executor
                ? LoopThread.at(executor.threadProperties().id())
                : null;
        return what == null ? "" : ", at " + what;
    }

    private static long millis(long nanos) {
        return Duration.ofNanos(nanos).toMillis();
    }

    private static String name(EventLoop loop) {
        return loop instanceof SingleThreadEventExecutor executor
                ? executor.threadProperties().name()
                : loop.toString();
    }
}
