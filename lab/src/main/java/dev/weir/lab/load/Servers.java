package dev.weir.lab.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The same server in as many processes as its connections need, each on a loopback address of its own. */
public final class Servers implements AutoCloseable {
    /** Starts one of them on a host. */
    @FunctionalInterface
    public interface Starter {
        ServerProcess start(String host) throws IOException, InterruptedException;
    }

    private final List<ServerProcess> processes = new ArrayList<>();

    private Servers() {}

    public static Servers start(int count, Starter starter) throws IOException, InterruptedException {
        Servers servers = new Servers();
        try {
            for (int i = 0; i < count; i++) {
                servers.processes.add(starter.start(Limits.host(i)));
            }
            return servers;
        } catch (IOException | InterruptedException | RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    public ServerProcess first() {
        return processes.getFirst();
    }

    /** Puts load by so many connections on each of them, for what does not count. */
    public void warmUp(Wrk wrk, String path, int connections, double seconds, int depth)
            throws IOException, InterruptedException {
        warmUp(wrk.sending(connections * processes.size(), depth), path, seconds);
    }

    /** Puts load on all of them, for what does not count. */
    public void warmUp(Generator load, String path, double seconds) throws IOException, InterruptedException {
        var _ = load.run(urls(processes, path), seconds);
        for (ServerProcess process : processes) {
            process.comeToRest();
        }
    }

    /** Puts load on as many of them as so many connections need. */
    public Sample measure(Wrk wrk, String path, int connections, double seconds, int depth)
            throws IOException, InterruptedException {
        return measure(
                processes.subList(0, Limits.processes(connections)), wrk.sending(connections, depth), path, seconds);
    }

    /** Puts load on all of them. */
    public Sample measure(Generator load, String path, double seconds) throws IOException, InterruptedException {
        return measure(processes, load, path, seconds);
    }

    private static Sample measure(List<ServerProcess> used, Generator generator, String path, double seconds)
            throws IOException, InterruptedException {
        double before = cpuSeconds(used);
        try (Watch watch = new Watch(used)) {
            Load load = generator.run(urls(used, path), seconds);
            return new Sample(
                    load,
                    cpuSeconds(used) - before,
                    watch.threads(),
                    watch.residentBytes(),
                    watch.connections(),
                    used.size());
        }
    }

    private static List<String> urls(List<ServerProcess> servers, String path) {
        return servers.stream().map(server -> server.url(path)).toList();
    }

    private static double cpuSeconds(List<ServerProcess> servers) throws IOException {
        double sum = 0;
        for (ServerProcess server : servers) {
            sum += server.cpuSeconds();
        }
        return sum;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        for (ServerProcess process : processes) {
            process.close();
        }
    }
}
