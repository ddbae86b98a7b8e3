package dev.weir.net.websocket;

import dev.weir.Emitter;
import dev.weir.net.loop.LoopShare;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Pings, pongs, and whether the peer is still there; on the event loop. */
final class Vitals {
    /** Longer than the kernel needs to find out that a silent peer is gone: it does not while it waits for a ping's receipt. */
    private static final long BETWEEN_PROBES = Duration.ofMinutes(3).toNanos();

    private final Sender sender;
    private final LoopShare share;
    private final WebSocketOptions options;
    private final ArrayDeque<Ping> pings = new ArrayDeque<>();
    private long number;
    private long answered; // the last of these that was
    private long heardAt;
    private boolean awaiting;
    private long awaitingSince;
    private byte @Nullable [] answer;

    /** A ping that was asked for. */
    private record Ping(long number, long sentAt, Emitter<Duration> emitter) {}

    Vitals(Sender sender, WebSocketOptions options, LoopShare share) {
        this.sender = sender;
        this.options = options;
        this.share = share;
        this.heardAt = share.now();
    }

    void ping(Emitter<Duration> emitter, long now) {
        if (pings.size() >= options.maxWaitingSends) {
            emitter.error(new IllegalStateException(
                    pings.size() + " pings wait for their pong: wait for the end of each, or use timeout(..)"));
            return;
        }
        Ping ping = new Ping(write(), now, emitter);
        pings.add(ping);
        emitter.onEnd(() -> share.run(() -> pings.remove(ping))); // nobody waits for its pong any more
    }

    private long write() {
        sender.control(
                FrameWriter.PING,
                ByteBuffer.allocate(Long.BYTES).putLong(++number).array());
        return number;
    }

    /** The peer has sent something. */
    void heard(long now) {
        heardAt = now;
        awaiting = false;
    }

    /** Whether an answer to a ping is due. */
    boolean isAwaiting() {
        return awaiting;
    }

    /** A pong answers its ping and those before (RFC 6455 section 5.5.3); false if it answers none, or has been here before. */
    boolean ponged(byte[] payload, long now) {
        long its = payload.length == Long.BYTES ? ByteBuffer.wrap(payload).getLong() : 0;
        if (its <= answered || its > number) {
            return false;
        }
        answered = its;
        while (!pings.isEmpty() && pings.getFirst().number() <= its) {
            Ping ping = pings.removeFirst();
            ping.emitter().next(Duration.ofNanos(now - ping.sentAt()));
            ping.emitter().complete();
        }
        return true;
    }

    /** Answers with a pong; if the peer takes nothing, only the last one is answered when it does again. */
    void pinged(byte[] payload, boolean writable) {
        if (writable) {
            sender.control(FrameWriter.PONG, payload);
        } else {
            answer = payload;
        }
    }

    void writable() {
        byte[] waiting = answer;
        answer = null;
        if (waiting != null) {
            sender.control(FrameWriter.PONG, waiting);
        }
    }

    /**
     * Pings a peer that is silent.
     *
     * @param full whether nothing can be sent just now, whoever is there
     * @param deaf whether no pong would be heard
     * @return false if the peer has gone
     */
    boolean look(long now, boolean full, boolean deaf) {
        if (full) {
            heard(now);
        } else if (deaf) {
            probe(now);
        } else if (awaiting) {
            return now - awaitingSince <= options.pongTimeout.toNanos();
        } else if (now - heardAt >= options.pingInterval.toNanos()) {
            awaiting = true;
            awaitingSince = now;
            write();
        }
        return true;
    }

    /** A ping that goes to a connection which the kernel has given up ends it, also where nothing else would tell. */
    private void probe(long now) {
        awaiting = false;
        if (now - heardAt >= BETWEEN_PROBES) {
            heardAt = now;
            write();
        }
    }

    void release() {
        for (Ping ping = pings.poll(); ping != null; ping = pings.poll()) {
            ping.emitter().error(Sender.closed());
        }
    }
}
