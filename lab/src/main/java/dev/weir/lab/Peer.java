package dev.weir.lab;

import dev.weir.lab.load.ClientProcess;
import dev.weir.lab.load.Expected;
import dev.weir.lab.load.ServerProcess;
import dev.weir.lab.load.Speech;
import dev.weir.lab.load.WorkerProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A server that the lab starts.
 *
 * @param impl the name that it has in tables
 * @param app the module of {@code lab/peers} whose class path it has
 * @param server its name there
 */
record Peer(String impl, String app, String server, Expected expected) {
    /** Of a folder, the jars in it. */
    static final String ALL = File.separator + "*";

    private static final Path PEERS = Path.of(System.getProperty("weir.lab.peers", "lab/peers"));

    static Peer bytes(String impl, String server) {
        return new Peer(impl, "servers", server, Expected.BYTES);
    }

    static Peer http(String impl, String server) {
        return new Peer(impl, "servers", server, Expected.HTTP);
    }

    static Peer http2(String impl, String server, Speech speech) {
        return new Peer(impl, "servers", server, Expected.http(speech));
    }

    static Peer rxNetty(String server, Expected expected) {
        return new Peer("rxnetty", "rxnetty", server, expected);
    }

    ServerProcess start(String host, List<String> flags, List<String> settings)
            throws IOException, InterruptedException {
        return ServerProcess.start(built(), main(), server, host, flags, settings, expected);
    }

    /** Starts it as a client. */
    ClientProcess startAgainst(ServerProcess other, String path) throws IOException {
        return ClientProcess.start(built(), main(), server, other, path);
    }

    /** Starts a program of a module that works when it is told to. */
    static WorkerProcess work(String app, List<String> arguments) throws IOException, InterruptedException {
        return WorkerProcess.start(built(app) + ALL, main(app), arguments);
    }

    /** Starts a program of a module that says something first. */
    static WorkerProcess launch(String app, List<String> arguments) throws IOException {
        return WorkerProcess.launch(built(app) + ALL, main(app), arguments);
    }

    private String main() {
        return main(app);
    }

    private static String main(String app) {
        return "dev.weir.lab." + app + ".Serve";
    }

    private Path built() throws IOException {
        return built(app);
    }

    private static Path built(String app) throws IOException {
        Path folder = folder(app);
        if (!Files.isDirectory(folder)) {
            throw new IOException("the servers are not built: start the lab with ./weir lab, which builds them");
        }
        return folder;
    }

    /** Where the class path of a module is once it is built. */
    static Path folder(String app) {
        return PEERS.resolve(app).resolve("target/app");
    }
}
