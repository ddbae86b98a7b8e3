package dev.weir.lab;

import dev.weir.lab.load.ClientProcess;
import dev.weir.lab.load.Expected;
import dev.weir.lab.load.ServerProcess;
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
    private static final Path PEERS = Path.of(System.getProperty("weir.lab.peers", "lab/peers"));

    static Peer bytes(String impl, String server) {
        return new Peer(impl, "servers", server, Expected.BYTES);
    }

    static Peer http(String impl, String server) {
        return new Peer(impl, "servers", server, Expected.HTTP);
    }

    static Peer rxNetty(String server, Expected expected) {
        return new Peer("rxnetty", "rxnetty", server, expected);
    }

    ServerProcess start(String host, List<String> flags, List<String> settings)
            throws IOException, InterruptedException {
        return ServerProcess.start(folder(), main(), server, host, flags, settings, expected);
    }

    /** Starts it as a client. */
    ClientProcess startAgainst(ServerProcess other, String path) throws IOException {
        return ClientProcess.start(folder(), main(), server, other, path);
    }

    private String main() {
        return "dev.weir.lab." + app + ".Serve";
    }

    private Path folder() throws IOException {
        Path folder = PEERS.resolve(app).resolve("target/app");
        if (!Files.isDirectory(folder)) {
            throw new IOException("the servers are not built: start the lab with ./weir lab, which builds them");
        }
        return folder;
    }
}
