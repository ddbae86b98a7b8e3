package dev.weir.rsocket.engine;

import dev.weir.net.link.Frame;
import dev.weir.net.link.Link;
import dev.weir.rsocket.Lease;
import dev.weir.rsocket.LeasePolicy;
import dev.weir.rsocket.frame.FrameType;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What both sides of a connection may ask, where leases were agreed on. */
final class Leases {
    private static final int POSITIVE = Integer.MAX_VALUE;
    private static final long LONG = TimeUnit.SECONDS.toNanos(10); // for which rounds of a second come soon enough

    private final Session session;
    private final Streams streams;
    private final Link link;
    private final LeasePolicy policy;
    private int given; // to us
    private long givenUntil;
    private int granted; // by us
    private long grantedUntil;
    private final long madeAt;
    private long renewedAt;
    private long countingSince;
    private int openBefore;
    private int admitted;
    private boolean begun;
    private boolean timed;
    private @Nullable Lease first; // that was given before
    private long samples; // of open streams, one at each request and each look
    private long open; // in all samples

    Leases(Session session, Streams streams, Link link, LeasePolicy policy) {
        this.session = session;
        this.streams = streams;
        this.link = link;
        this.policy = policy.ofConnection();
        long now = link.clock().nanoTime();
        this.madeAt = now;
        this.renewedAt = now;
        this.countingSince = now;
    }

    // ------------------------------------------------------------ what we may ask

    /** A lease has come: false if the frame is none. */
    boolean came(Frame frame, long now) {
        if (frame.length() < FrameType.HEAD + 2 * Integer.BYTES) {
            return false;
        }
        long millis = frame.int32(FrameType.HEAD) & POSITIVE;
        givenUntil = now + TimeUnit.MILLISECONDS.toNanos(millis);
        given = frame.int32(FrameType.HEAD + Integer.BYTES) & POSITIVE;
        return true;
    }

    /** How many requests we may send. */
    int left(long now) {
        return now - givenUntil < 0 ? given : 0;
    }

    /** Takes one of them; false if there is none. */
    boolean take(long now) {
        boolean may = left(now) > 0;
        if (may) {
            given--;
        }
        return may;
    }

    /** As {@link #take}, for what waits at most so long since the connection began, as streams that run wait behind it. */
    boolean takeAgain(long now, Duration patience) {
        return take(now) || now - madeAt > patience.toNanos();
    }

    // ------------------------------------------------------------ what the peer may ask

    /** The peer is let in, and told; it may have streams open, if it goes on. */
    void begin(long now) {
        begun = true;
        look(now);
        if (first != null) {
            grant(first, now);
        }
    }

    void grant(Lease lease, long now) {
        if (!begun) {
            first = lease;
            return;
        }
        boolean takesBack = mayAsk(now) && lease.requests() == 0; // what the protocol has no word for but this
        granted = lease.requests();
        grantedUntil = now + lease.timeToLive().toNanos();
        renewedAt = now + lease.timeToLive().toNanos() / 2;
        if (granted > 0 || takesBack) {
            streams.sender.lease((int) lease.timeToLive().toMillis(), granted);
        }
    }

    private boolean mayAsk(long now) {
        return granted > 0 && now - grantedUntil < 0;
    }

    /** Grants the next lease, if that is due. */
    void look(long now) {
        int requests = requests();
        sample(requests);
        if (now - renewedAt >= 0) {
            Lease next = policy.next(new LeasePolicy.Load(requests, admitted, time(requests, now)));
            countingSince = now;
            openBefore = requests;
            admitted = 0;
            samples = 0;
            open = 0;
            if (next != null) {
                grant(next, now);
                lookInTime(now);
            }
        }
    }

    /** Looks when the next lease is due, where a round would be too late. */
    private void lookInTime(long now) {
        long left = renewedAt - now;
        if (!timed && left > 0 && left < LONG) {
            var _ = link.clock().schedule(() -> link.post(this::lookAgain), Duration.ofNanos(left));
            timed = true; // as that has not thrown
        }
    }

    private void lookAgain() {
        timed = false;
        if (session.leases() == this && session.isWritable()) { // else rounds go on, or there is no connection
            long now = link.clock().nanoTime();
            look(now);
            lookInTime(now);
        }
    }

    private int requests() {
        return Lingering.requests(streams, session.responder());
    }

    private void sample(int requests) {
        samples++;
        open += requests;
    }

    /** How long requests took, by how many were open and how many have ended. */
    private @Nullable Duration time(int requests, long now) {
        int ended = openBefore + admitted - requests;
        return ended <= 0 ? null : Duration.ofNanos((long) ((double) open / samples * (now - countingSince) / ended));
    }

    /** Whether a request of the peer is within its lease; it is then taken for one. */
    boolean admits(long now) {
        boolean may = mayAsk(now);
        if (may) {
            granted--;
            admitted++;
            sample(requests());
        }
        return may;
    }
}
