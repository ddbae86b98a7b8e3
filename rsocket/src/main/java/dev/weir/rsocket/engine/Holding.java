package dev.weir.rsocket.engine;

import dev.weir.net.link.Link;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import org.jspecify.annotations.Nullable;

/** What a connection holds for its peer: requests until they are done, and payloads that wait to be sent. On the event loop. */
public final class Holding {
    /*
     * One count for both, that of all connections. Requests have a bound for each connection, too, which for small ones is that
     * of the number of streams; what was made has none, as who has asked for it and reads is to have it: where all is full, it
     * is given up beyond what responses wait for. What waits to be sent may be many small payloads, which a peer that reads
     * lets go at once, and so may requests be: so the link hears of these only in steps. Made when it is needed.
     */
    private static final int SMALL = 4 * 1024;
    private static final int STEP = 16 * 1024;

    private final Link link;
    private final Limits limits;
    private long requests; // without small ones
    private long small;
    private long smallCounted;
    private long waiting;
    private long counted; // of what waits
    private int batch;

    Holding(Link link, Limits limits) {
        this.link = link;
        this.limits = limits;
    }

    public static Holding of(LoopConnection connection) {
        return ((Handle) connection).holding();
    }

    // ------------------------------------------------------------ requests

    /** Whether a request of so many bytes is to {@link #begin}, or else is one of the {@link #small}. */
    public static boolean isLarge(long bytes) {
        return bytes > SMALL;
    }

    /** Why the peer's request of so many bytes can't be held, or null: callbacks hold none. */
    static @Nullable String refusal(LoopConnection connection, Responder responder, long bytes) {
        return responder instanceof Lingering ? of(connection).refusal(bytes) : null;
    }

    private @Nullable String refusal(long more) {
        if (isLarge(more) && requests + more > limits.maxHeld()) {
            return "the requests that are not done have more than " + limits.maxHeld() + " bytes";
        }
        return Room.isFor(link, requests + small + more) ? null : Room.NONE;
    }

    /** So many more bytes of small requests are held, or fewer. On the event loop. */
    public void small(long more) {
        small += more;
        if (isStep(small, smallCounted)) {
            link.count(small - smallCounted);
            smallCounted = small;
        }
    }

    /** A request is held from now on. */
    public void begin(long bytes) {
        requests += bytes;
        link.count(bytes);
    }

    /** It is done. On any thread. */
    public void end(long bytes) {
        link.count(-bytes);
        var _ = link.post(() -> requests -= bytes);
    }

    // ------------------------------------------------------------ what waits to be sent

    /** Whether requests are not to be begun now: what was made for the ones before is not read. */
    public static boolean isDelaying(LoopConnection connection) {
        Holding known = ((Handle) connection).heldSoFar();
        return known != null
                && (known.waiting > known.limits.maxWaitingBytes() || !Room.isFor(known.link, known.waiting));
    }

    /**
     * A payload waits to be sent.
     *
     * @return why it can't be held, or null
     */
    public @Nullable String keep(long bytes) {
        if (waiting > limits.maxWaitingBytes() && link.isFull()) {
            return Room.NONE;
        }
        add(bytes);
        return null;
    }

    /** How many items fill the connection, if they are as long as the last, of whatever stream; 0 before the first. */
    public int batch() {
        return batch;
    }

    public void batch(int items) {
        batch = items;
    }

    /** It waits no longer. */
    public void letGo(long bytes) {
        add(-bytes);
    }

    private void add(long more) {
        waiting += more;
        if (isStep(waiting, counted)) {
            link.count(waiting - counted);
            counted = waiting;
        }
    }

    private static boolean isStep(long now, long told) {
        return now == 0 ? told != 0 : Math.abs(now - told) >= STEP;
    }
}
