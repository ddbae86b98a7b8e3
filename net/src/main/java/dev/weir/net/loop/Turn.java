package dev.weir.net.loop;

import io.netty.channel.EventLoop;

/** How much work one connection may make at a time before others have their turn: ADR 25. On the event loop only. */
public abstract class Turn {
    /** So much; a byte that is made of fewer, or is coded, is one. */
    public static final int MOST = 256 * 1024;

    private static final int STEP = 4 * 1024; // what is less does not count for the loop
    private static final int CAME = 16;

    /** The loop. */
    protected final EventLoop loop;

    private int done;
    private boolean resting;

    /** Nothing is done yet. */
    protected Turn(EventLoop loop) {
        this.loop = loop;
    }

    /** What it costs to make so many bytes of so many that came: those of which nothing comes may be much work, too. */
    public static int cost(int came, int made) {
        return CAME * came + made;
    }

    /** Goes on, as others have had their turn. */
    protected abstract void goOn();

    /** Counts work that was done. */
    public final void worked(int work) {
        int before = done / STEP;
        done += work;
        int steps = done / STEP - before;
        if (steps > 0) {
            LoopTurn.of(loop).worked(steps * STEP);
            giveWay();
        }
    }

    /** Others come first if all connections together have made as much as the loop may; where work begins. */
    protected final void giveWay() {
        if (LoopTurn.of(loop).isOver()) {
            done = Math.max(done, MOST);
        }
    }

    /** Whether others have their turn just now. */
    public final boolean isResting() {
        return resting;
    }

    /** Whether others come first; {@link #goOn} follows then. */
    public final boolean rests() {
        if (!resting && done >= MOST && !loop.isShuttingDown()) {
            LoopTurn.of(loop).afterOthers(() -> {
                resting = false;
                done = 0;
                goOn();
            });
            resting = true; // as that has not thrown
        }
        return resting;
    }
}
