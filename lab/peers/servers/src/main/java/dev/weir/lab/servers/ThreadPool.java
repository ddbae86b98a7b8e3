package dev.weir.lab.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A hundred threads, a queue of a thousand connections, and a refusal beyond that. */
final class ThreadPool implements Server {
    private static final int THREADS = 100;
    private static final int QUEUE = 1_000;

    @Override
    @SuppressWarnings("InfiniteLoopStatement")
    public void start(Setup setup) throws IOException {
        var pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                0,
                TimeUnit.MILLISECONDS,
                new ArrayBlockingQueue<>(QUEUE),
                (refused, executor) -> ((BlockingConnection) refused).refuse());
        try (pool;
                ServerSocket server =
                        new ServerSocket(setup.port(), Setup.BACKLOG, InetAddress.getByName(setup.host()))) {
            while (true) {
                pool.execute(new BlockingConnection(server.accept(), setup.work()));
            }
        }
    }
}
