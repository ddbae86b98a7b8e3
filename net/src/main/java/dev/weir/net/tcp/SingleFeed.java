package dev.weir.net.tcp;

import dev.weir.net.loop.Inbound;
import org.jspecify.annotations.Nullable;

/** Takes one item of what a connection receives, and leaves the rest to whoever reads next. */
final class SingleFeed<T> implements Inbound.Feed<T> {
    private final Inbound.Feed<T> feed;
    private final Runnable over;

    /**
     * @param over called, more than once maybe, when the next may read
     */
    SingleFeed(Inbound.Feed<T> feed, Runnable over) {
        this.feed = feed;
        this.over = over;
    }

    @Override
    public @Nullable T next() throws Exception {
        T item;
        try {
            item = feed.next();
        } catch (Throwable failure) {
            over.run(); // who is told may read on at once, too
            throw failure;
        }
        if (item != null) {
            over.run(); // who gets it may read on at once
        }
        return item;
    }

    @Override
    public boolean isFinished() {
        boolean finished = feed.isFinished();
        if (finished) {
            over.run();
        }
        return finished;
    }

    @Override
    public void more() {
        feed.more();
    }

    @Override
    public void abandoned() {
        over.run();
    }
}
