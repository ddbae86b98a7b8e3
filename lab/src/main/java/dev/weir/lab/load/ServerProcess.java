package dev.weir.lab.load;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a JVM of its own. */
public final class ServerProcess implements AutoCloseable {
    /** What every server is started with: who has not enough memory ends, and does not stand still for minutes. */
    public static final List<String> FLAGS = List.of(
            "-Xms512m",
            "-Xmx512m",
            "-XX:+UseParallelGC",
            "-XX:+ExitOnOutOfMemoryError",
            "--enable-native-access=ALL-UNNAMED");

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin");
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final int WAIT_MILLIS = 50;
    private static final int PATIENCE = 100;

    /** Descriptors that a server may open for itself as it begins to serve. */
    private static final int OTHERS = 20;

    private final Process process;
    private final Proc proc;
    private final InetSocketAddress address;
    private final Expected expected;
    private final Path log;
    private final Thread killer;
    private int descriptorsAtStart;
    private int descriptorsAtRest;

    private ServerProcess(Process process, InetSocketAddress address, Expected expected, Path log) {
        this.process = process;
        this.killer = new Thread(process::destroyForcibly);
        this.proc = new Proc(process.pid());
        this.address = address;
        this.expected = expected;
        this.log = log;
    }

    /**
     * Starts a program that takes its name, a host and a port, and waits until it has answered as expected.
     *
     * @param app the folder of its class path
     */
    public static ServerProcess start(
            Path app,
            String main,
            String name,
            String host,
            List<String> flags,
            List<String> settings,
            Expected expected)
            throws IOException, InterruptedException {
        InetSocketAddress address = free(host);
        Path log = Files.createTempFile("weir-lab-" + name, ".log");
        Process process = new ProcessBuilder(command(app, main, name, address, flags, settings))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        ServerProcess server = new ServerProcess(process, address, expected, log);
        Runtime.getRuntime().addShutdownHook(server.killer); // no server outlives the lab
        try {
            server.check();
            server.descriptorsAtStart = server.proc.descriptors();
            server.descriptorsAtRest = server.descriptorsAtStart;
            return server;
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    static List<String> command(
            Path app, String main, String name, InetSocketAddress address, List<String> flags, List<String> settings) {
        List<String> command = new ArrayList<>(List.of(JAVA.resolve("java").toString()));
        command.addAll(FLAGS);
        command.addAll(flags);
        command.addAll(List.of("-cp", app + File.separator + "*", main, name, address.getHostString()));
        command.add(String.valueOf(address.getPort()));
        command.addAll(settings);
        return command;
    }

    private static InetSocketAddress free(String host) throws IOException {
        try (ServerSocket any = new ServerSocket()) {
            any.bind(new InetSocketAddress(host, 0));
            return new InetSocketAddress(host, any.getLocalPort());
        }
    }

    private void check() throws IOException, InterruptedException {
        String answer = firstAnswer();
        String wrong = expected == Expected.NOTHING ? null : Answers.wrong(answer, expected);
        if (wrong != null) {
            throw new IOException("a wrong answer, " + wrong + ":\n" + answer);
        }
    }

    private String firstAnswer() throws IOException, InterruptedException {
        long end = System.nanoTime() + START_NANOS;
        while (true) {
            try {
                return expected.speech().get(address, expected.path());
            } catch (IOException notYet) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new IOException("the server does not answer; it printed:\n" + printed(), notYet);
                }
                Thread.sleep(WAIT_MILLIS);
            }
        }
    }

    private String printed() throws IOException {
        return Files.readString(log, StandardCharsets.UTF_8);
    }

    public InetSocketAddress address() {
        return address;
    }

    public String url(String path) {
        return expected.speech().url(address, path);
    }

    /** User and system time since its start. */
    public double cpuSeconds() throws IOException {
        return proc.cpuSeconds();
    }

    public int threads() throws IOException {
        return proc.threads();
    }

    public long residentBytes() throws IOException {
        return proc.bytes("VmRSS");
    }

    /** The most that was ever resident. */
    public long peakBytes() throws IOException {
        return proc.bytes("VmHWM");
    }

    /** Waits until it has closed its connections, as those who had opened them are gone. */
    public void comeToRest() throws IOException, InterruptedException {
        for (int i = 0; i < PATIENCE; i++) {
            int now = proc.descriptors();
            if (now <= descriptorsAtStart + OTHERS) {
                descriptorsAtRest = now;
                return;
            }
            Thread.sleep(WAIT_MILLIS);
        }
    }

    /** How many it has, by its descriptors beyond those that it had at rest. */
    public int connections() throws IOException {
        return Math.max(0, proc.descriptors() - descriptorsAtRest);
    }

    /** See {@link Heap#live}. */
    public long liveBytes() throws IOException, InterruptedException {
        return Heap.live(process.pid());
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.destroyForcibly().waitFor();
        Runtime.getRuntime().removeShutdownHook(killer);
        Files.deleteIfExists(log);
    }
}
