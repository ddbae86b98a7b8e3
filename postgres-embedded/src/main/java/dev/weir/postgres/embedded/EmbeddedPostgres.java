package dev.weir.postgres.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A server of its own, on a free port of 127.0.0.1, with an empty data folder that goes with it. It trusts everybody who
 * can connect to the port and does not keep data safe from a power failure: it is for demos and tests.
 *
 * <pre>{@code
 * try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
 *     Database template = postgres.createDatabase();
 *     template.execute("create table rates (code text primary key, rate numeric)");
 *     Database mine = template.copy();
 * }
 * }</pre>
 *
 * <p>It ends with {@link #close()}, or with this JVM: at its exit, and on Linux with {@code setpriv} also when it is killed.
 * The superuser root runs it as the user {@code nobody}, since PostgreSQL refuses to run as root.
 */
public final class EmbeddedPostgres implements AutoCloseable {
    private static final int ATTEMPTS = 3; // somebody else may take the port first

    private static final int RESTARTS = 50; // while processes of the killed one are still there
    private static final long PAUSE_MS = 200;

    private final Path bin;
    private final Path data;
    private final int port;
    private final AtomicInteger databases = new AtomicInteger();

    private volatile Server server;
    private volatile boolean closed;

    private EmbeddedPostgres(Server server, Path bin, Path data, int port) {
        this.server = server;
        this.bin = bin;
        this.data = data;
        this.port = port;
    }

    /**
     * Starts one; takes about two seconds, or three the first time, when its program is unpacked.
     *
     * @throws IllegalStateException if there is no program for this machine, or it does not start; says why
     * @throws UncheckedIOException if files can't be written in the folder of temporary files
     */
    public static EmbeddedPostgres start() {
        return make(Binaries::find);
    }

    /**
     * Starts one that is installed.
     *
     * @param bin the folder with {@code postgres} and {@code initdb}
     */
    public static EmbeddedPostgres start(Path bin) {
        return make(() -> bin);
    }

    private static EmbeddedPostgres make(Supplier<Path> programs) {
        try {
            DataFolder.deleteLeftOvers(); // there may be no room beside them
            Path bin = programs.get();
            Path data = DataFolder.create(ProcessHandle.current().pid());
            try {
                Server.initialize(bin, data);
                return start(bin, data);
            } catch (Throwable failure) {
                DataFolder.delete(data);
                throw failure;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("an embedded PostgreSQL can't be made: " + e.getMessage(), e);
        }
    }

    private static EmbeddedPostgres start(Path bin, Path data) throws IOException {
        for (int attempt = 1; ; attempt++) {
            int port = freePort();
            try {
                return new EmbeddedPostgres(Server.start(bin, data, port), bin, data, port);
            } catch (IllegalStateException failure) {
                if (attempt == ATTEMPTS || !String.valueOf(failure.getMessage()).contains("in use")) {
                    throw failure;
                }
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Makes an empty database. */
    public Database createDatabase() {
        return new Database(this, "template1").copy();
    }

    /** The name of a database that is not there yet. */
    String newName() {
        return "weir_" + databases.incrementAndGet();
    }

    public int port() {
        return port;
    }

    /**
     * From now on, the server is started again when it ends without {@link #close()}: on the same port, with the data that it
     * had. Whoever was connected has to connect again.
     */
    public void keepAlive() {
        var _ = server.process()
                .onExit()
                .thenRun(() -> Thread.ofPlatform()
                        .daemon()
                        .name("embedded-postgres-again")
                        .start(this::startAgain));
    }

    private void startAgain() {
        for (int attempt = 1; attempt <= RESTARTS && !isDone(); attempt++) {
            pause();
        }
    }

    /** Starts it again, unless it has been closed; false if it did not start. Whoever closes it waits for that. */
    private synchronized boolean isDone() {
        if (!closed) {
            try {
                server = Server.start(bin, data, port);
                keepAlive();
            } catch (IllegalStateException failure) {
                return false;
            }
        }
        return true;
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The process of the server, for tests that stop or kill it. */
    public ProcessHandle process() {
        return server.process();
    }

    /** The last lines of the server's log. */
    public List<String> log() {
        return server.log();
    }

    /** Ends the server and its connections, and deletes its data; waits for that. */
    @Override
    public void close() {
        closed = true;
        stop();
    }

    private synchronized void stop() {
        server.stop();
        DataFolder.delete(data);
    }
}
