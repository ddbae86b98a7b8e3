package dev.weir.net.http.server;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.content.Gathering;
import dev.weir.net.http.wire.Trailers;
import dev.weir.net.loop.Held;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/** What is held of an exchange's head and bodies, until the exchange and all that runs for it are over; for any thread. */
public class BodyMemory implements Gathering.Memory {
    /*
     * One number has the users, less one, in its upper part and the bytes in the lower, so that who comes or leaves does
     * one step. It is negative when nobody uses it any more.
     */
    private static final AtomicLongFieldUpdater<BodyMemory> USE =
            AtomicLongFieldUpdater.newUpdater(BodyMemory.class, "use");

    private static final long USER = 1L << 48;

    private final Application application;

    @SuppressWarnings("UnusedVariable") // read through its updater
    private volatile long use;

    /**
     * With one user.
     *
     * @param bytes what is held already
     */
    protected BodyMemory(Application application, int bytes) {
        this.application = application;
        if (bytes > 0) {
            use = bytes;
            application.held().add(bytes);
        }
    }

    /** Of an exchange that never ends, as it never began: nothing is counted. */
    public static BodyMemory uncounted(Application application) {
        BodyMemory memory = new BodyMemory(application, 0);
        memory.leave();
        return memory;
    }

    /**
     * A body as a whole.
     *
     * @param length how many bytes it has, -1 if that is not known
     */
    final One<byte[]> whole(Many<ByteBuffer> pieces, long length) {
        return Gathering.whole(pieces, length, application.limits().maxBody(), this);
    }

    @Override
    public final RuntimeException tooLarge() {
        return application.failure(
                413, "the body is larger than " + application.limits().maxBody() + " bytes");
    }

    /** The fields behind the request's body that have come: name, value, name, value … */
    public String[] trailers() {
        return Trailers.NONE;
    }

    @Override
    public final void hold(int more) {
        if (!mayHold(more)) {
            throw full();
        }
    }

    /** As {@link #hold}; false if there is no room. */
    final boolean mayHold(int more) {
        Held held = held();
        if (!held.hasRoom(more)) {
            return false;
        }
        long before = USE.getAndUpdate(this, now -> now < 0 ? now : now + more);
        if (before >= 0) {
            held.add(more);
        }
        return true;
    }

    /** Where it is counted, with what others hold. */
    public final Held held() {
        return application.held();
    }

    /** The failure of what there is no room for. */
    public final RuntimeException full() {
        return application.failure(503, "the server holds as much in memory as it may: try again later");
    }

    /** One more user, who will {@link #leave}. */
    public final void enter() {
        USE.getAndAdd(this, USER);
    }

    /** One user less; nothing is held after the last. */
    public final void leave() {
        long now = USE.addAndGet(this, -USER);
        long bytes = now + USER;
        if (now < 0 && bytes > 0 && USE.compareAndSet(this, now, -USER)) {
            application.held().add(-bytes);
        }
    }
}
