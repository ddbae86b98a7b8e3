package dev.weir.net.http.server;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.content.Gathering;
import dev.weir.net.http.wire.Trailers;
import dev.weir.net.loop.Held;
import java.nio.ByteBuffer;

/** What is held of an exchange's bodies as a whole, until the exchange and all that runs for it are over; for any thread. */
public class BodyMemory implements Gathering.Memory {
    private final Application application;
    private long bytes;
    private int users = 1;

    /** Nothing yet, with one user. */
    protected BodyMemory(Application application) {
        this.application = application;
    }

    /** Of an exchange that never ends, as it never began: nothing is counted. */
    public static BodyMemory uncounted(Application application) {
        BodyMemory memory = new BodyMemory(application);
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
    public final synchronized void hold(int more) {
        Held held = application.held();
        if (!held.hasRoom(more)) {
            throw application.failure(503, "the server holds as much in memory as it may: try again later");
        }
        if (users > 0) {
            held.add(more);
            bytes += more;
        }
    }

    /** One more user, who will {@link #leave}. */
    public final synchronized void enter() {
        users++;
    }

    /** One user less; nothing is held after the last. */
    public final synchronized void leave() {
        if (--users == 0 && bytes > 0) {
            application.held().add(-bytes);
            bytes = 0;
        }
    }
}
