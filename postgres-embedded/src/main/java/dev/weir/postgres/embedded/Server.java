package dev.weir.postgres.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The process. It is the child of a thread of its own that lives as long as it does: on Linux the kernel tells it to end when
 * that thread ends, which a kill of the JVM does, too.
 */
final class Server {
    private static final int KEPT_LINES = 100;
    private static final long STOP_SECONDS = 10;

    private final CompletableFuture<Process> ready = new CompletableFuture<>();
    private final Deque<String> lines = new ArrayDeque<>();
    private @Nullable Thread hook;

    private Server() {}

    static void initialize(Path bin, Path data) throws IOException {
        List<String> command = Account.current()
                .command(List.of(
                        bin.resolve("initdb").toString(),
                        "--pgdata=" + data,
                        "--auth=trust",
                        "--username=postgres",
                        "--encoding=UTF8",
                        "--no-locale",
                        "--no-sync",
                        "--no-instructions"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IllegalStateException("initdb has failed: " + output.strip());
        }
    }

    /** Starts it, and waits until it takes connections. */
    static Server start(Path bin, Path data, int port) {
        Server server = new Server();
        List<String> command = Account.current()
                .childCommand(List.of(
                        bin.resolve("postgres").toString(),
                        "-D",
                        data.toString(),
                        "-p",
                        String.valueOf(port),
                        "-F",
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "unix_socket_directories=",
                        "-c",
                        "shared_buffers=16MB",
                        "-c",
                        "full_page_writes=off",
                        "-c",
                        "lc_messages=C"));
        Thread.ofPlatform().daemon().name("embedded-postgres").start(() -> server.run(command));
        Process process;
        try {
            process = server.ready.join();
        } catch (CompletionException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            throw new IllegalStateException(why.getMessage(), why);
        }
        if (!Account.current().hasSetpriv()) { // which ends it later, so that others may use it at the exit
            server.hook = new Thread(process::destroyForcibly, "embedded-postgres-exit");
            try {
                Runtime.getRuntime().addShutdownHook(server.hook);
            } catch (IllegalStateException exiting) {
                process.destroyForcibly();
                throw exiting;
            }
        }
        return server;
    }

    private void run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    keep(line);
                    if (line.contains("database system is ready to accept connections")) {
                        ready.complete(process);
                    }
                }
            }
            process.onExit().join(); // no sooner may this thread end
            ready.completeExceptionally(
                    new IllegalStateException("postgres has not started: " + String.join("; ", log())));
        } catch (IOException e) {
            ready.completeExceptionally(new IllegalStateException("postgres can't be run: " + e.getMessage(), e));
        }
    }

    private synchronized void keep(String line) {
        if (lines.size() == KEPT_LINES) {
            lines.removeFirst();
        }
        lines.add(line);
    }

    synchronized List<String> log() {
        return new ArrayList<>(lines);
    }

    ProcessHandle process() {
        return ready.join().toHandle();
    }

    /** Asks for a fast shutdown, which does not wait for clients, and does not ask twice. */
    void stop() {
        Process process = ready.join();
        try {
            if (process.isAlive()) {
                new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                        .start()
                        .onExit()
                        .join();
                if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            }
            process.onExit().join();
            removeHook();
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void removeHook() {
        Thread mine = hook;
        if (mine != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(mine);
            } catch (IllegalStateException e) {
                // this JVM is exiting
            }
        }
    }
}
