package dev.weir.rsocket.engine;

import dev.weir.net.link.Frame;
import dev.weir.net.link.Link;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.frame.Head;

/** Asks the peer how far it is, when half of what may be kept for it is kept. */
final class Inquiry {
    /*
     * One question at a time. Its answer does not tell of what was sent after it, so the peer is asked again if that is much;
     * but not if nothing has moved since, as a peer that does not count would be asked for ever.
     */
    private static final long NEVER = -1;

    private final Kept kept;
    private final int most;
    private boolean asked;
    private long askedAt = NEVER; // the progress by then

    Inquiry(Kept kept, int maxKeptBytes) {
        this.kept = kept;
        this.most = maxKeptBytes / 2;
    }

    /** There is another connection, on which nothing was asked. */
    void begin() {
        asked = false;
        askedAt = NEVER;
    }

    /**
     * Asks, if that is due.
     *
     * @param received what it is told of us
     */
    void ask(Link link, long received) {
        if (!asked && kept.length() > most && kept.progress() != askedAt) {
            asked = true;
            askedAt = kept.progress();
            Head head = Head.ofThread()
                    .begin(0, FrameType.KEEPALIVE, FrameType.RESPOND)
                    .int64(received);
            link.send(head.array(), head.length());
        }
    }

    /** A keepalive has come: what we have asked for is no question. */
    void came(Frame keepalive) {
        asked &= (keepalive.int16(Integer.BYTES) & FrameType.RESPOND) != 0;
    }
}
