package dev.weir.lab.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A client in a JVM of its own, which prints how many bytes it has received. */
public final class ClientProcess implements AutoCloseable {
    private static final String BYTES = "bytes ";

    private final Process process;
    private final Proc proc;
    private final BufferedReader output;
    private final Thread killer;

    private ClientProcess(Process process) {
        this.process = process;
        this.proc = new Proc(process.pid());
        this.output = process.inputReader();
        this.killer = new Thread(process::destroyForcibly);
    }

    /** Starts a program that takes its name, and the host, port and path of a server. */
    public static ClientProcess start(Path app, String main, String name, ServerProcess server, String path)
            throws IOException {
        List<String> command =
                ServerProcess.command(app, main, name, server.address(), List.of(), List.of("path=" + path));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        ClientProcess client = new ClientProcess(process);
        Runtime.getRuntime().addShutdownHook(client.killer); // no client outlives the lab
        return client;
    }

    /** Lets so many seconds pass, and tells how many bytes it has received since its start. */
    public long pass(double seconds) throws IOException {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        StringBuilder other = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (!line.startsWith(BYTES)) {
                other.append(line).append('\n');
            } else if (System.nanoTime() > end) {
                return Long.parseLong(line.substring(BYTES.length()));
            }
        }
        throw new IOException("the client ended; it printed:\n" + other);
    }

    public double cpuSeconds() throws IOException {
        return proc.cpuSeconds();
    }

    public long peakBytes() throws IOException {
        return proc.bytes("VmHWM");
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
        Runtime.getRuntime().removeShutdownHook(killer);
    }
}
