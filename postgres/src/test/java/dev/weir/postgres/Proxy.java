package dev.weir.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** A network between a client and a server, which may hold what is sent, or cut it. */
final class Proxy implements AutoCloseable {
    private volatile ServerSocket listener;
    private static final long PATIENCE = Duration.ofMinutes(1).toNanos();

    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Object gate = new Object();
    private final LongAdder asked = new LongAdder();
    private final AtomicInteger lost = new AtomicInteger();
    private boolean held;
    private long left = Long.MAX_VALUE;
    private long delay; // in nanoseconds
    private volatile boolean closed;

    Proxy(int target) throws IOException {
        this.target = target;
        this.listener = listening(0);
    }

    private ServerSocket listening(int port) throws IOException {
        ServerSocket socket = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> accept(socket));
        return socket;
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept(ServerSocket socket) {
        try {
            while (true) {
                Socket client = socket.accept();
                if (lost.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    client.close();
                } else {
                    connect(client);
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void connect(Socket client) throws IOException {
        Socket server;
        try {
            server = new Socket(InetAddress.getLoopbackAddress(), target);
        } catch (IOException e) {
            client.close(); // nobody is there
            return;
        }
        sockets.add(client);
        sockets.add(server);
        if (closed) { // just now: who has closed it may not have seen these
            cut();
        }
        Thread.ofVirtual().start(() -> pump(client, server, false));
        Thread.ofVirtual().start(() -> pump(server, client, true));
    }

    private void pump(Socket from, Socket to, boolean isAnswer) {
        byte[] buffer = new byte[4_096];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                int passing = isAnswer ? pass(n) : n;
                out.write(buffer, 0, passing);
                if (!isAnswer) {
                    asked.add(n);
                }
                if (passing < n) {
                    return;
                }
            }
        } catch (IOException | InterruptedException e) {
            // cut
        }
    }

    /** Waits while all is held, and as long as each answer takes; so many bytes may pass then. */
    private int pass(int bytes) throws InterruptedException {
        synchronized (gate) {
            long due = System.nanoTime() + delay;
            while (held || due - System.nanoTime() > 0) {
                TimeUnit.NANOSECONDS.timedWait(gate, held ? Long.MAX_VALUE : due - System.nanoTime());
            }
            int passing = (int) Math.min(bytes, left);
            left -= passing;
            return passing;
        }
    }

    /** So many bytes were sent to the server. */
    long asked() {
        return asked.sum();
    }

    /** From now on, each answer takes so much longer. */
    void delay(Duration longer) {
        synchronized (gate) {
            delay = longer.toNanos();
        }
    }

    /** So many of the next connections are lost before the server has heard of them. */
    void lose(int connections) {
        lost.set(connections);
    }

    /** Refuses connections; those that there are stay. */
    void refuse() throws IOException {
        listener.close();
    }

    /** Takes connections again, as soon as nobody has the port: who accepted may, until he hears that there is no more to do. */
    void welcome() throws IOException {
        long begun = System.nanoTime();
        int port = port();
        while (listener.isClosed()) {
            try {
                listener = listening(port);
            } catch (BindException taken) {
                if (System.nanoTime() - begun > PATIENCE) {
                    throw taken;
                }
            }
        }
    }

    /** Holds what the server answers. */
    void hold() {
        set(true, Long.MAX_VALUE);
    }

    /** Lets it go, and all that follows. */
    void release() {
        set(false, Long.MAX_VALUE);
    }

    /** Cuts all connections after so many more bytes of answers. */
    void cutAfter(long bytes) {
        set(false, bytes);
    }

    private void set(boolean isHeld, long bytes) {
        synchronized (gate) {
            held = isHeld;
            left = bytes;
            gate.notifyAll();
        }
    }

    /** Cuts all connections now. */
    void cut() {
        sockets.forEach(socket -> {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        listener.close();
        release();
        cut();
    }
}
