package dev.weir.net;

import dev.weir.op.kernel.HandExecutor;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.AbstractEventExecutor;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** An event loop without a thread: what is executed runs on the thread that calls {@link #runAll}, which is the loop's then. */
public final class HandLoop extends AbstractEventExecutor implements EventLoop {
    private final HandExecutor tasks = new HandExecutor();
    private volatile Thread runner;

    /** Runs what has been executed, and what is meanwhile. */
    public void runAll() {
        run(tasks::runAll);
    }

    /** Runs the task as one of the loop's. */
    public void run(Runnable task) {
        runner = Thread.currentThread();
        task.run();
        runner = null;
    }

    @Override
    public void execute(Runnable task) {
        tasks.execute(task);
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return runner == thread;
    }

    @Override
    public EventLoop next() {
        return this;
    }

    @Override
    public EventLoopGroup parent() {
        return this;
    }

    @Override
    public boolean isShuttingDown() {
        return false;
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return false;
    }

    @Override
    @Deprecated
    public void shutdown() {
        throw endless();
    }

    @Override
    public Future<?> shutdownGracefully(long quiet, long timeout, TimeUnit unit) {
        throw endless();
    }

    @Override
    public Future<?> terminationFuture() {
        throw endless();
    }

    @Override
    public ChannelFuture register(Channel channel) {
        throw endless();
    }

    @Override
    public ChannelFuture register(ChannelPromise promise) {
        throw endless();
    }

    @Override
    @Deprecated
    public ChannelFuture register(Channel channel, ChannelPromise promise) {
        throw endless();
    }

    private static UnsupportedOperationException endless() {
        return new UnsupportedOperationException("no thread, no channels, no end");
    }
}
