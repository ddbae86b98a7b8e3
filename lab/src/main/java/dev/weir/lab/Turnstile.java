package dev.weir.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Lets JVMs that are up at the same time measure in turn: each does one iteration and waits until all others have done
 * one. What else the machine does hits all alike, and iterations of the same number can be compared one by one.
 */
final class Turnstile implements AutoCloseable {
    /** Of the system property by which a JVM knows where it is, and as whom it comes. */
    static final String PROPERTY = "weir.lab.turnstile";

    static final int WAITS = 1;
    static final int GO = 2;
    static final int DONE = 3;

    private static final int PATIENCE_MILLIS = 5;

    private final ServerSocket server;
    private final List<Thread> runners = new ArrayList<>();
    private final SortedMap<Integer, Visitor> waiting = new TreeMap<>();

    /** A JVM that waits for its turn, and who started it. */
    private record Visitor(Thread runner, Socket socket) {
        /** Lets it do an iteration; false if it was its last. */
        boolean pass() throws IOException, InterruptedException {
            if (iterates()) {
                return true;
            }
            socket.close();
            runner.join();
            return false;
        }

        private boolean iterates() {
            try {
                socket.getOutputStream().write(GO);
                return socket.getInputStream().read() == DONE
                        && socket.getInputStream().read() == WAITS;
            } catch (IOException _) {
                return false; // it has ended
            }
        }
    }

    Turnstile() throws IOException {
        server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        server.setSoTimeout(PATIENCE_MILLIS);
    }

    /**
     * Starts what starts a JVM that is given that option and comes here; returns when one more may start: JMH prepares
     * one after the other, and two may be starting up.
     */
    void admit(Consumer<String> start) throws IOException {
        int number = runners.size();
        String option = "-D" + PROPERTY + "=" + server.getLocalPort() + ":" + number;
        long before = processes();
        Thread runner = Thread.ofPlatform().start(() -> start.accept(option));
        runners.add(runner);
        do {
            accept();
        } while (runner.isAlive() && processes() == before && !waiting.containsKey(number));
        while (starting() > 1) {
            accept();
        }
    }

    private static long processes() {
        return ProcessHandle.current().children().count();
    }

    /** Takes in who has come, if somebody comes now. */
    private void accept() throws IOException {
        try {
            Socket socket = server.accept();
            int number = socket.getInputStream().read();
            if (number >= 0 && socket.getInputStream().read() == WAITS) {
                waiting.put(number, new Visitor(runners.get(number), socket));
            }
        } catch (SocketTimeoutException _) {
            // nobody has
        }
    }

    private long starting() {
        return IntStream.range(0, runners.size())
                .filter(number -> runners.get(number).isAlive() && !waiting.containsKey(number))
                .count();
    }

    /** Lets them pass in turn until all have ended. */
    void run() throws IOException, InterruptedException {
        while (starting() > 0) {
            accept();
        }
        Order<Visitor> order = new Order<>();
        while (!waiting.isEmpty()) {
            for (Visitor visitor : order.of(waiting.values())) {
                if (!visitor.pass()) {
                    waiting.values().remove(visitor);
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
