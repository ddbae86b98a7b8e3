package dev.weir.net.http;

import dev.weir.net.loop.Trace;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Notes what an observer is to know of an exchange. */
final class Watch {
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");

    private final Observer observer;
    private final Request request;
    private final long began;
    private int status;
    private long headAt;
    private long headEnd;

    /** Null if nobody observes. */
    static @Nullable Watch of(@Nullable Observer observer, Request request, long now) {
        return observer == null ? null : new Watch(observer, request, now);
    }

    private Watch(Observer observer, Request request, long now) {
        this.observer = observer;
        this.request = request;
        this.began = now;
        try {
            observer.began(request);
        } catch (Throwable failure) {
            log(failure);
        }
    }

    void head(int newStatus, long written, long now) {
        status = newStatus;
        headEnd = written;
        headAt = now;
    }

    void over(Observer.Outcome outcome, long bytesIn, long written, long now) {
        boolean answered = status != 0;
        long untilHead = (answered ? headAt : now) - began;
        long bytesOut = answered ? written - headEnd : 0;
        try {
            observer.over(new Observer.Exchanged(
                    request,
                    request.route(),
                    status,
                    bytesIn,
                    bytesOut,
                    Duration.ofNanos(untilHead),
                    Duration.ofNanos(now - began),
                    outcome));
        } catch (Throwable failure) {
            log(failure);
        }
    }

    static void log(Throwable failure) {
        LOG.log(System.Logger.Level.WARNING, "an observer failed", Trace.cut(failure));
    }
}
