package dev.weir.lab.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The client nghttp, which asks servers of HTTP/2 once. */
final class Nghttp {
    /** The beginning of what {@link #get} gives of a good answer. */
    static final String STATUS = "HTTP/2 200\r\n";

    private static final String TIMEOUT = "10s";

    /** A field that was received, such as {@code [  0.001] recv (stream_id=13) :status: 200}. */
    private static final Pattern FIELD = Pattern.compile("\\[ *[0-9.]+\\] recv \\(stream_id=\\d+\\) (:?[^:]+): (.*)");

    private Nghttp() {}

    /** The status, the fields and the body of the answer, written as those of HTTP/1.1. */
    static String get(String url) throws IOException {
        return head(run(url, "--verbose", "--null-out")) + run(url);
    }

    static String head(String printed) throws IOException {
        StringBuilder head = new StringBuilder();
        for (String line : printed.lines().toList()) {
            Matcher field = FIELD.matcher(line);
            if (field.matches()) {
                boolean isStatus = field.group(1).equals(":status");
                head.append(isStatus ? "HTTP/2 " : field.group(1) + ": ")
                        .append(field.group(2))
                        .append("\r\n");
            }
        }
        if (head.isEmpty()) {
            throw new IOException("there is no answer by HTTP/2; nghttp printed:\n" + printed);
        }
        return head.append("\r\n").toString();
    }

    private static String run(String url, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of("nghttp", "--timeout", TIMEOUT));
        command.addAll(List.of(options));
        command.add(url);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD) // it warns of certificates that nobody vouches for
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
