package dev.weir.net.http.client;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy that tunnels to this machine, by CONNECT or SOCKS5, and remembers what it was asked for. */
final class TestProxy implements AutoCloseable {
    final List<String> asked = new CopyOnWriteArrayList<>();
    private final ServerSocket socket;

    private interface Greeting {
        int port(Socket client) throws IOException;
    }

    private TestProxy(boolean socks, String refusal) {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        Greeting greeting = socks ? this::socks : client -> connect(client, refusal);
        Thread.ofVirtual().start(() -> serve(greeting));
    }

    static TestProxy http() {
        return new TestProxy(false, "");
    }

    static TestProxy refusing(String status) {
        return new TestProxy(false, status);
    }

    static TestProxy socks5() {
        return new TestProxy(true, "");
    }

    int port() {
        return socket.getLocalPort();
    }

    private void serve(Greeting greeting) {
        while (true) {
            try {
                Socket client = socket.accept();
                Thread.ofVirtual().start(() -> tunnel(client, greeting));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void tunnel(Socket client, Greeting greeting) {
        try (client) {
            int port = greeting.port(client);
            if (port > 0) {
                try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    Thread back = Thread.ofVirtual().start(() -> pump(server, client));
                    pump(client, server);
                    back.join();
                }
            }
        } catch (IOException | InterruptedException e) {
            asked.add(e.toString());
        }
    }

    private static void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException closed) {
            // so is the other side
        }
    }

    private int connect(Socket client, String refusal) throws IOException {
        StringBuilder head = new StringBuilder();
        InputStream in = client.getInputStream();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append((char) in.read());
        }
        asked.add(head.toString());
        String answer = refusal.isEmpty() ? "200 Fine" : refusal;
        client.getOutputStream().write(("HTTP/1.1 " + answer + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        String target = head.toString().split(" ")[1];
        return refusal.isEmpty() ? Integer.parseInt(target.substring(target.lastIndexOf(':') + 1)) : -1;
    }

    private int socks(Socket client) throws IOException {
        DataInputStream in = new DataInputStream(client.getInputStream());
        OutputStream out = client.getOutputStream();
        in.readByte();
        byte[] methods = in.readNBytes(in.readUnsignedByte());
        boolean password = new String(methods, StandardCharsets.ISO_8859_1).indexOf(2) >= 0;
        out.write(new byte[] {5, (byte) (password ? 2 : 0)});
        if (password) {
            in.readByte();
            String user = new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.UTF_8);
            asked.add(user + ":" + new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.UTF_8));
            out.write(new byte[] {1, 0});
        }
        in.readNBytes(4);
        String host = new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.UTF_8);
        int port = in.readUnsignedShort();
        asked.add(host + ":" + port);
        out.write(new byte[] {5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
        return port;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
