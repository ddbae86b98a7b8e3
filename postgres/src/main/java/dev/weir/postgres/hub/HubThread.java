package dev.weir.postgres.hub;

import dev.weir.EventLoopThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The thread of a hub whose connections have none that could be shared. It ends while nobody needs it. */
public final class HubThread extends Thread implements EventLoopThread {
    private static final long IDLE_SECONDS = 5;

    private HubThread(Runnable task) {
        super(task, "weir-notifications");
        setDaemon(true);
        setContextClassLoader(HubThread.class.getClassLoader());
    }

    /** Runs one task after the other. */
    public static ThreadPoolExecutor executor() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), HubThread::new);
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
