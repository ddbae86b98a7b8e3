package dev.weir.lab.load;

import java.io.IOException;
import java.util.List;

/** Looks at processes now and then, and remembers the most of what it saw. */
final class Watch implements AutoCloseable {
    private static final int PERIOD_MILLIS = 100;

    private final List<ServerProcess> servers;
    private final Thread thread;
    private volatile int threads;
    private volatile long residentBytes;
    private volatile int connections;

    Watch(List<ServerProcess> servers) {
        this.servers = servers;
        this.thread = Thread.ofPlatform().daemon().name("weir-lab-watch").start(this::watch);
    }

    private void watch() {
        try {
            while (true) {
                look();
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (IOException | InterruptedException end) {
            // the process has ended, or the load has
        }
    }

    private void look() throws IOException {
        int threadsNow = 0;
        long bytesNow = 0;
        int connectionsNow = 0;
        for (ServerProcess server : servers) {
            threadsNow += server.threads();
            bytesNow += server.residentBytes();
            connectionsNow += server.connections();
        }
        threads = Math.max(threads, threadsNow);
        residentBytes = Math.max(residentBytes, bytesNow);
        connections = Math.max(connections, connectionsNow);
    }

    int threads() {
        return threads;
    }

    long residentBytes() {
        return residentBytes;
    }

    int connections() {
        return connections;
    }

    @Override
    public void close() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }
}
