package dev.weir.lab.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A client of the servers that block. */
final class BlockingConnection implements Runnable {
    private static final byte[] UNAVAILABLE =
            "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII);

    private final Socket client;
    private final Duration work;

    BlockingConnection(Socket client, Duration work) {
        this.client = client;
        this.work = work;
    }

    @Override
    public void run() {
        try (client) {
            client.setTcpNoDelay(true);
            var reader = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
            while (readRequest(reader)) {
                if (!work.isZero()) {
                    Thread.sleep(work);
                }
                client.getOutputStream().write(Answer.BYTES);
            }
        } catch (IOException | InterruptedException gone) {
            // nobody is left to be told
        }
    }

    private static boolean readRequest(BufferedReader reader) throws IOException {
        String line = reader.readLine();
        while (line != null && !line.isEmpty()) {
            line = reader.readLine();
        }
        return line != null;
    }

    void refuse() {
        try (client) {
            client.getOutputStream().write(UNAVAILABLE);
        } catch (IOException gone) {
            // nobody is left to be told
        }
    }
}
