package dev.weir.net.loop;

import dev.weir.EventLoopThread;
import io.netty.util.concurrent.FastThreadLocalThread;

/** A thread that serves many connections; {@code await()} fails on it. */
final class LoopThread extends FastThreadLocalThread implements EventLoopThread {
    LoopThread(Runnable task, String name) {
        super(task, name);
        setDaemon(false); // whatever thread starts the first server, which may be a virtual one
    }
}
