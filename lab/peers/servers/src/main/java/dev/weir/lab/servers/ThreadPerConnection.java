package dev.weir.lab.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Starts a thread for each connection. */
final class ThreadPerConnection implements Server {
    private final Thread.Builder threads;

    ThreadPerConnection(Thread.Builder threads) {
        this.threads = threads;
    }

    @Override
    @SuppressWarnings("InfiniteLoopStatement")
    public void start(Setup setup) throws IOException {
        try (ServerSocket server = new ServerSocket(setup.port(), Setup.BACKLOG, InetAddress.getByName(setup.host()))) {
            while (true) {
                threads.start(new BlockingConnection(server.accept(), setup.work()));
            }
        }
    }
}
