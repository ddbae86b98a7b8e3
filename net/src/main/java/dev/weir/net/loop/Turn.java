package dev.weir.net.loop;

import io.netty.channel.EventLoop;

/** How much work one connection may make at a time before others have their turn: ADR 25. On the event loop only. */
public final class Turn {
    private static final int MOST = 256 * 1024;

    private final EventLoop loop;
    private final Runnable goOn;
    private int done;
    private boolean resting;

    /**
     * A turn.
     *
     * @param goOn runs when others have had theirs
     */
    public Turn(EventLoop loop, Runnable goOn) {
        this.loop = loop;
        this.goOn = goOn;
    }

    /** Counts bytes that were made of fewer, or were coded. */
    public void add(int bytes) {
        done += bytes;
    }

    public boolean isResting() {
        return resting;
    }

    /** Whether others come first. */
    public boolean rests() {
        if (!resting && done >= MOST) {
            resting = true;
            LoopShare.afterOthers(loop, () -> {
                resting = false;
                done = 0;
                goOn.run();
            });
        }
        return resting;
    }
}
