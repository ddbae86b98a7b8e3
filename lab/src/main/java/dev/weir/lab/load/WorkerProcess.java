package dev.weir.lab.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JVM that works when it is told to, and prints what that was. */
public final class WorkerProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String READY = "ready";
    private static final String DONE = "done";

    private final Process process;
    private final BufferedReader output;
    private final PrintWriter input;
    private final Path log;
    private final Thread killer;

    private WorkerProcess(Process process, Path log) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        this.input = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        this.log = log;
        this.killer = new Thread(process::destroyForcibly);
    }

    /** Starts one that says "ready" when it is. */
    public static WorkerProcess start(String classPath, String main, List<String> arguments)
            throws IOException, InterruptedException {
        WorkerProcess worker = launch(classPath, main, arguments);
        try {
            worker.until(READY);
            return worker;
        } catch (IOException failure) {
            worker.close();
            throw failure;
        }
    }

    /** Starts one that prints what it has to say at first. */
    public static WorkerProcess launch(String classPath, String main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(ServerProcess.FLAGS);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        Path log = Files.createTempFile("weir-lab-worker", ".log");
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        WorkerProcess worker = new WorkerProcess(process, log);
        Runtime.getRuntime().addShutdownHook(worker.killer); // none outlives the lab
        return worker;
    }

    /** Lets it work for so many seconds, or do that much, and tells the figures that it prints. */
    public Map<String, Double> work(double much) throws IOException {
        input.println(much);
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String line : until(DONE)) {
            String[] parts = line.split(" ");
            figures.put(parts[0], Double.valueOf(parts[1]));
        }
        return figures;
    }

    /** See {@link Heap#live}. */
    public long liveBytes() throws IOException, InterruptedException {
        return Heap.live(process.pid());
    }

    /** The next line that it prints. */
    public String line() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new IOException("it ended; it printed:\n" + Files.readString(log, StandardCharsets.UTF_8));
        }
        return line;
    }

    private List<String> until(String last) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = line(); !line.equals(last); line = line()) {
            lines.add(line);
        }
        return lines;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        input.close(); // it ends by itself, and so does what it has started
        if (!process.waitFor(PATIENCE)) {
            process.destroyForcibly().waitFor();
        }
        Runtime.getRuntime().removeShutdownHook(killer);
        Files.deleteIfExists(log);
    }
}
