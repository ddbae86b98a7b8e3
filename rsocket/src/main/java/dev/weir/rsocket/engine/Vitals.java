package dev.weir.rsocket.engine;

import dev.weir.net.link.Link;
import dev.weir.rsocket.Setup;
import java.util.concurrent.TimeUnit;

/** Whether the peer is alive, and whether it leaves the connection in peace (section "KEEPALIVE Frame"). */
final class Vitals {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Link link;
    private final Setup setup;
    private final int maxSignals;
    private long heardAt;
    private long saidAt;
    private long countingSince;
    private int signals;

    Vitals(Link link, Setup setup, int maxSignals) {
        long now = link.clock().nanoTime();
        this.link = link;
        this.setup = setup;
        this.maxSignals = maxSignals;
        this.heardAt = now;
        this.saidAt = now;
        this.countingSince = now;
    }

    /** Something has come. */
    void heard(long now) {
        heardAt = now;
    }

    /** Not while a long frame is on its way, behind which all else that the peer says has to wait. */
    boolean isDead(long now) {
        long lifetime = setup.lifetime().toNanos();
        return now - heardAt > lifetime && now - link.partCameAt() > lifetime;
    }

    /** Whether a keepalive is due; it is then taken for said. */
    boolean mustSpeak(long now) {
        if (now - saidAt < setup.keepalive().toNanos()) {
            return false;
        }
        saidAt = now;
        return true;
    }

    /** A signal of the connection has come: false if there were too many within a second. */
    boolean signal(long now) {
        if (now - countingSince >= SECOND) {
            countingSince = now;
            signals = 0;
        }
        return ++signals <= maxSignals;
    }
}
