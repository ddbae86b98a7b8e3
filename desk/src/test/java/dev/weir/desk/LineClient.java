package dev.weir.desk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;

/** A plain blocking client of the desk's lines. */
final class LineClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final BufferedReader answers;

    LineClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8), 256);
    }

    void send(String... lines) throws IOException {
        sendRaw(String.join("\n", lines) + "\n");
    }

    void sendRaw(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    /** The next line, null when the desk has hung up. */
    String read() throws IOException {
        return answers.readLine();
    }

    /** Says that nothing more will be sent. */
    void finish() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
