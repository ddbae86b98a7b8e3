package dev.weir.lab.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Serves one connection after the other. */
final class SingleThread implements Server {
    @Override
    @SuppressWarnings("InfiniteLoopStatement")
    public void start(Setup setup) throws IOException {
        try (ServerSocket server = new ServerSocket(setup.port(), Setup.BACKLOG, InetAddress.getByName(setup.host()))) {
            while (true) {
                new BlockingConnection(server.accept(), setup.work()).run();
            }
        }
    }
}
