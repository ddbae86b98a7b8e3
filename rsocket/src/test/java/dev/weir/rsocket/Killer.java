package dev.weir.rsocket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Passes bytes between clients and a server, and kills the connections without a goodbye. */
final class Killer implements AutoCloseable {
    private final ServerSocket listening;
    private final int server;
    private final Random random;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger kills = new AtomicInteger();
    private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private volatile int least;
    private volatile int most;

    Killer(int server, long seed) throws IOException {
        this.server = server;
        this.random = new Random(seed);
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    int kills() {
        return kills.get();
    }

    /** From now on connections are killed when so many bytes have passed. */
    void killAfterBytes(int newLeast, int newMost) {
        least = newLeast;
        most = newMost;
        next();
    }

    private synchronized void next() {
        left.set(least + random.nextInt(most - least));
    }

    void every(Duration period, Runnable task) {
        var _ = timer.scheduleAtFixedRate(task, period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
    }

    void kill() {
        if (!open.isEmpty()) {
            kills.incrementAndGet();
            open.forEach(Killer::kill);
        }
    }

    private static void kill(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException alreadyClosed) {
            // so be it
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket further = new Socket(InetAddress.getLoopbackAddress(), server);
                open.add(client);
                open.add(further);
                Thread.startVirtualThread(() -> pass(client, further));
                Thread.startVirtualThread(() -> pass(further, client));
            }
        } catch (IOException closed) {
            kill();
        }
    }

    private void pass(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[8 * 1024];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                long allowed = left.getAndAdd(-count);
                if (allowed < count) {
                    out.write(bytes, 0, (int) Math.max(0, allowed));
                    next();
                    kill();
                    break;
                }
                out.write(bytes, 0, count);
            }
        } catch (IOException gone) {
            // so is the other side
        }
        open.remove(from);
        open.remove(to);
        kill(from);
        kill(to);
    }

    @Override
    public void close() throws IOException {
        timer.shutdownNow();
        listening.close();
        kill();
    }
}
