package dev.weir.lab.load;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/** Asks a server once and looks at what it answers. */
final class Answers {
    private static final int PATIENCE = (int) Duration.ofSeconds(10).toMillis();

    private Answers() {}

    /** The head of the answer, with its body if that has a length; the connection is closed then. */
    static String get(InetSocketAddress server, String path) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PATIENCE);
            socket.connect(server, PATIENCE);
            if (path.isEmpty()) {
                return "";
            }
            socket.getOutputStream().write(request(server, path));
            return read(socket.getInputStream());
        }
    }

    static byte[] request(InetSocketAddress server, String path) {
        return ("GET " + path + " HTTP/1.1\r\nHost: " + server.getHostString() + ":" + server.getPort() + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String read(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            text.append(next(in));
        }
        for (int rest = length(text.toString()); rest > 0; rest--) {
            text.append(next(in));
        }
        return text.toString();
    }

    private static char next(InputStream in) throws IOException {
        int octet = in.read();
        if (octet < 0) {
            throw new EOFException("the server closed the connection before its answer was complete");
        }
        return (char) octet;
    }

    /** Of the body, as far as it is small and known. */
    private static int length(String head) {
        return head.lines()
                .map(line -> line.toLowerCase(Locale.ROOT))
                .filter(line -> line.startsWith("content-length:"))
                .map(line ->
                        Integer.parseInt(line.substring(line.indexOf(':') + 1).trim()))
                .filter(length -> length < 1_000)
                .findFirst()
                .orElse(0);
    }

    /** Null if the answer is as it must be, else what is wrong. */
    static String wrong(String answer, Expected expected) {
        String lower = answer.toLowerCase(Locale.ROOT);
        if (!answer.startsWith(expected.speech().status())) {
            return "the status is not 200";
        }
        for (String field : expected.fields()) {
            if (!lower.contains("\r\n" + field.toLowerCase(Locale.ROOT))) {
                return "the field " + field + " is missing";
            }
        }
        if (!answer.endsWith("\r\n\r\n" + expected.body())) {
            return "the body is not " + expected.body();
        }
        return null;
    }
}
