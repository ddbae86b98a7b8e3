package dev.weir.postgres.hub;

import dev.weir.Emitter;
import dev.weir.postgres.Notification;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Subscribers of channels, over one connection. All that happens to it happens on its thread, one after the other.
 *
 * <p>It is without a connection, dialing, connected, or waiting to dial again. The first subscriber makes it dial; each channel
 * listens for its first subscriber and no more after its last; after the last of all it hangs up in a while. When the
 * connection is lost, it dials until there is one, listens anew, and tells each subscriber that there was a gap. One that
 * refuses to listen to what was listened to before, such as a standby, is left as if it were lost. It dials
 * once at a time: a server that takes long fails those who have not listened yet, and the next attempt waits until that one
 * has ended, or for thirty times that patience, and is not needed if it comes to a connection after all. Each connection has
 * a number, so that what an old one says late is not taken for what that of now says.
 */
public final class Hub {
    private static final int MOST_PENDING = 10_000; // messages on their way to this thread
    private static final System.Logger LOG = System.getLogger(Hub.class.getName());

    private final Wire.Dialer dialer;
    private final HubOptions options;
    private final Executor thread;
    private final Map<String, Channel> channels = new LinkedHashMap<>();
    private @Nullable Wire wire;
    private final Timer timer; // of the next heartbeat, the next attempt to dial, or the patience with either
    private final Timer linger;
    private final Timer hanging; // of an attempt
    private boolean dialing; // maybe for longer than anybody waits
    private volatile boolean closing; // or closed, and the thread may be gone
    private boolean closed;
    private long number; // of the connection
    private int failures; // since the last connection
    private int failuresBefore; // since the one before

    /**
     * One without a connection.
     *
     * @param thread runs one task after the other; once this has been closed it need not
     */
    public Hub(Wire.Dialer dialer, HubOptions options, Executor thread) {
        this.dialer = dialer;
        this.options = options;
        this.thread = thread;
        this.timer = new Timer(options.clock(), thread);
        this.linger = new Timer(options.clock(), thread);
        this.hanging = new Timer(options.clock(), thread);
    }

    /** Adds a subscriber, until it ends. */
    public void subscribe(String channel, Emitter<Notification> emitter) {
        if (closing) {
            refuse(emitter);
            return;
        }
        emitter.onEnd(() -> thread.execute(() -> remove(channel, emitter)));
        thread.execute(() -> add(channel, emitter));
        if (closing) {
            emitter.complete(); // nobody may be there any more to do it
        }
    }

    private static void refuse(Emitter<Notification> emitter) {
        emitter.error(new IllegalStateException("these Notifications have been closed"));
    }

    /** Ends all subscribers and the connection. */
    public void close() {
        closing = true;
        thread.execute(() -> {
            closed = true;
            List.copyOf(channels.values()).forEach(Channel::complete);
            channels.clear();
            hangUp();
            hanging.stop();
        });
    }

    private void add(String name, Emitter<Notification> emitter) {
        if (emitter.isCancelled()) {
            return;
        } else if (closed) {
            refuse(emitter);
            return;
        }
        Channel known = channels.get(name);
        Channel channel = known == null ? new Channel(name) : known;
        channels.put(name, channel);
        channel.add(emitter);
        linger.stop();
        Wire connected = wire;
        if (connected == null && !timer.isSet()) {
            dial();
        } else if (connected != null && known == null) {
            listen(channel, connected);
        }
    }

    private void remove(String name, Emitter<Notification> emitter) {
        Channel channel = channels.get(name);
        if (channel == null) {
            return;
        }
        channel.remove(emitter);
        if (!channel.isEmpty()) {
            return;
        }
        channels.remove(name);
        Wire connected = wire;
        if (connected == null) {
            if (channels.isEmpty()) {
                hangUp(); // nor dial again
            }
            return;
        }
        var _ = connected.run(channel.statement("unlisten")); // if it fails, so does the connection
        hangUpSoonIfIdle();
    }

    private void hangUpSoonIfIdle() {
        if (channels.isEmpty()) {
            linger.set(options.linger(), this::hangUp);
        }
    }

    /** Begins to, unless an attempt hangs, which is waited for then. */
    private void dial() {
        timer.set(options.patience(), this::unanswered);
        if (!dialing) {
            dialing = true;
            long mine = ++number;
            hanging.set(options.longestAttempt(), this::forget);
            dialer.dial(new Line(mine)).whenCompleteAsync((dialed, failure) -> dialed(mine, dialed, failure), thread);
        }
    }

    /** A server that has gone without a word in the midst of a login would keep it for ever. */
    private void forget() {
        dialing = false;
        lost(silence());
    }

    private void unanswered() {
        TimeoutException why = silence();
        failUntold(why);
        LOG.log(
                System.Logger.Level.WARNING,
                "there is no connection to listen for notifications ({0}); dialing again when this attempt has ended,"
                        + " or hangs for long",
                why.getMessage());
    }

    private void dialed(long mine, @Nullable Wire dialed, @Nullable Throwable failure) {
        if (mine != number) { // it was forgotten
            if (dialed != null) {
                dialed.close();
            }
            return;
        }
        dialing = false;
        hanging.stop();
        if (dialed == null) {
            lost(failure == null ? new IllegalStateException("no connection") : unwrapped(failure));
            return;
        } else if (channels.isEmpty()) {
            dialed.close(); // nobody waits for it any more
            return;
        }
        wire = dialed;
        failuresBefore = failures;
        failures = 0;
        timer.set(options.heartbeat(), this::beat);
        List.copyOf(channels.values()).forEach(channel -> listen(channel, dialed));
    }

    private void listen(Channel channel, Wire connected) {
        long mine = number;
        connected
                .run(channel.statement("listen"))
                .whenCompleteAsync((_, failure) -> listened(channel, mine, failure), thread);
    }

    private void listened(Channel channel, long mine, @Nullable Throwable failure) {
        if (mine != number || wire == null || channels.get(channel.name()) != channel) {
            return; // it is listened to anew, or by nobody
        }
        if (failure == null) {
            channel.confirm();
            return;
        }
        SqlException why = notListening(Reason.OTHER, unwrapped(failure));
        if (why.reason() != Reason.CONNECTION && channel.hasTold()) {
            failures = failuresBefore; // a server that refuses all, such as a standby, is dialed less and less often
        }
        if (why.reason() == Reason.CONNECTION || channel.hasTold()) {
            wire.close();
            lost(why);
        } else {
            channels.remove(channel.name());
            channel.fail(why);
            hangUpSoonIfIdle();
        }
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private static SqlException notListening(Reason reason, Throwable why) {
        return why instanceof SqlException known
                ? known
                : new SqlException(reason, null, "can't listen: " + why.getMessage(), "listen", why);
    }

    /** There is no connection, or none any more. */
    private void lost(Throwable why) {
        number++; // what the old one says does not count
        wire = null;
        timer.stop();
        linger.stop();
        if (channels.isEmpty() || closing) {
            return;
        }
        channels.values().forEach(Channel::lost);
        failUntold(why);
        failures++;
        Duration pause = pause();
        LOG.log(
                System.Logger.Level.WARNING,
                "there is no connection to listen for notifications ({0}); dialing again in {1} ms",
                why,
                pause.toMillis());
        timer.set(pause, this::dialIfNeeded);
    }

    private void failUntold(Throwable why) {
        SqlException told = notListening(Reason.CONNECTION, why);
        List.copyOf(channels.values()).forEach(channel -> channel.failUntold(told));
    }

    private Duration pause() {
        Duration doubled = options.backoff().multipliedBy(1L << Math.min(failures - 1, 20));
        return doubled.compareTo(options.maxBackoff()) < 0 ? doubled : options.maxBackoff();
    }

    private void dialIfNeeded() {
        if (!channels.isEmpty()) {
            dial();
        }
    }

    /** Asks the server for a sign of life. */
    private void beat() {
        Wire connected = wire;
        if (connected == null) {
            return;
        }
        long mine = number;
        timer.set(options.patience(), () -> {
            connected.close();
            lost(silence());
        });
        connected.run("select 1").whenCompleteAsync((_, failure) -> answered(mine, failure), thread);
    }

    private TimeoutException silence() {
        return new TimeoutException(
                "the server has not answered for " + options.patience().toMillis() + " ms");
    }

    private void answered(long mine, @Nullable Throwable failure) {
        if (mine == number && failure == null) {
            timer.set(options.heartbeat(), this::beat);
        }
    }

    private void hangUp() {
        timer.stop();
        linger.stop();
        Wire connected = wire;
        if (connected != null) {
            number++;
            wire = null;
            connected.close();
        }
    }

    /** What a connection tells. */
    private final class Line implements Wire.Listener {
        private final long mine;
        private final AtomicInteger pending = new AtomicInteger();
        private volatile boolean overrun;

        Line(long mine) {
            this.mine = mine;
        }

        @Override
        public void received(String channel, String payload, int processId) {
            if (overrun) {
                return; // the gap will tell
            } else if (pending.incrementAndGet() > MOST_PENDING) {
                thread.execute(this::breakOff);
                overrun = true; // as that has not thrown
                return;
            }
            thread.execute(() -> {
                pending.decrementAndGet();
                Channel known = mine == number ? channels.get(channel) : null;
                if (known != null) {
                    known.receive(payload, processId);
                }
            });
        }

        private void breakOff() {
            Wire connected = wire;
            if (mine == number && connected != null) {
                connected.close();
                lost(new IllegalStateException(
                        "messages come faster than subscribers handle them: " + MOST_PENDING + " wait"));
            }
        }

        @Override
        public void closed(Throwable why) {
            thread.execute(() -> {
                if (mine == number && wire != null) {
                    lost(why);
                }
            });
        }
    }
}
