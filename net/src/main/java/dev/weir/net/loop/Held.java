package dev.weir.net.loop;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What all connections of a server or a client make it hold in memory, against a limit; for any thread. */
public final class Held {
    /*
     * Counted is what stays when a turn of a loop is over: what was received and nobody took, what was sent and the peer
     * did not take, bodies that were gathered. Who would hold more looks first, so that several at once may pass the
     * limit by what a connection may hold.
     */
    private static final System.Logger LOG = System.getLogger("dev.weir.net");
    private static final long SILENCE = TimeUnit.MINUTES.toNanos(1);

    private final LongAdder bytes = new LongAdder();
    private final AtomicLong toldAt = new AtomicLong(System.nanoTime() - SILENCE);
    private final String whose;
    private final long most;
    private final String then;

    private Held(String whose, long most, String then) {
        this.whose = whose;
        this.most = most;
        this.then = then;
    }

    /** Nothing yet, of so many bytes that a server's connections may hold. */
    public static Held ofServer(long most) {
        return new Held("a server", most, "requests are refused, and clients that take nothing are cut off");
    }

    /** As above, of a client. */
    public static Held ofClient(long most) {
        return new Held(
                "a client", most, "requests fail, what nobody reads is given up, and so are servers that take nothing");
    }

    /** A quarter of the largest heap, which is also the most that there can be outside of it unless one says otherwise. */
    public static long standard() {
        return Runtime.getRuntime().maxMemory() / 4;
    }

    /** So many more, or less if it is negative. */
    public void add(long more) {
        bytes.add(more);
    }

    public long bytes() {
        return bytes.sum();
    }

    public boolean isFull() {
        return !hasRoom(1);
    }

    /** Whether there is room for so many more; if not, the log tells it, once a minute. */
    public boolean hasRoom(long more) {
        boolean room = bytes.sum() <= most - more;
        if (!room) {
            tell();
        }
        return room;
    }

    private void tell() {
        long last = toldAt.get();
        long now = System.nanoTime();
        if (now - last >= SILENCE && toldAt.compareAndSet(last, now)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the connections of " + whose + " hold " + bytes.sum() + " bytes in memory, and may hold " + most
                            + " (setting: maxHeldBytes): " + then + ", until it is less");
        }
    }
}
