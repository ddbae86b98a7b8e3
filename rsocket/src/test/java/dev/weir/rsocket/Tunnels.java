package dev.weir.rsocket;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP proxy that tunnels to this machine, and remembers what it was asked for. */
final class Tunnels implements AutoCloseable {
    final List<String> asked = new CopyOnWriteArrayList<>();
    private final ServerSocket listening;

    Tunnels() {
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.startVirtualThread(this::serve);
    }

    int port() {
        return listening.getLocalPort();
    }

    private void serve() {
        try {
            while (true) {
                Socket client = listening.accept();
                Thread.startVirtualThread(() -> tunnel(client));
            }
        } catch (IOException closed) {
            // by the test
        }
    }

    private void tunnel(Socket client) {
        try (client) {
            String target = head(client.getInputStream()).split(" ")[1];
            asked.add(target);
            int port = Integer.parseInt(target.substring(target.indexOf(':') + 1));
            try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
                client.getOutputStream().write("HTTP/1.1 200 Fine\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
                Thread back = Thread.startVirtualThread(() -> pass(server, client));
                pass(client, server);
                back.join();
            }
        } catch (IOException | InterruptedException gone) {
            // so is the other side
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException();
            }
            head.append((char) next);
        }
        return head.toString();
    }

    private static void pass(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException closed) {
            // so is the other side
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
