package dev.weir.net.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads the responses of one connection, as strictly as RFC 9112 allows. */
final class Http1Replies {
    private final String said;
    private int at;

    /** A response; header names in lower case. */
    record Reply(int status, Map<String, String> headers, String body) {
        /** What counts when two of them are compared. */
        Reply undated() {
            Map<String, String> others = new LinkedHashMap<>(headers);
            others.remove("date");
            return new Reply(status, others, body);
        }
    }

    private Http1Replies(byte[] bytes) {
        said = new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static List<Reply> of(byte[] bytes) {
        Http1Replies replies = new Http1Replies(bytes);
        List<Reply> all = new ArrayList<>();
        while (replies.at < replies.said.length()) {
            Reply reply = replies.next();
            if (reply.status() != 100) {
                all.add(reply.undated());
            }
        }
        return all;
    }

    private Reply next() {
        String line = line();
        check(line.matches("HTTP/1\\.1 [1-5][0-9][0-9] [ -~]*"), "status line " + line);
        int status = Integer.parseInt(line.substring(9, 12));
        Map<String, String> headers = new LinkedHashMap<>();
        for (String field = line(); !field.isEmpty(); field = line()) {
            check(field.matches("[-A-Za-z0-9]+: [\\t -~\\x80-\\xff]*"), "field " + field);
            int colon = field.indexOf(':');
            String before = headers.put(field.substring(0, colon).toLowerCase(Locale.ROOT), field.substring(colon + 2));
            check(before == null, "twice: " + field);
        }
        boolean none = status < 200
                || status == 204
                || status == 304
                || headers.getOrDefault("seen", "").startsWith("HEAD ");
        return new Reply(status, headers, none ? "" : body(headers));
    }

    private String body(Map<String, String> headers) {
        String length = headers.get("content-length");
        boolean chunked = "chunked".equals(headers.get("transfer-encoding"));
        check((length == null) == chunked, "framing " + headers);
        if (!chunked) {
            return take(Integer.parseInt(length));
        }
        StringBuilder body = new StringBuilder();
        for (int size = size(); size > 0; size = size()) {
            body.append(take(size));
            check(line().isEmpty(), "end of a chunk");
        }
        check(line().isEmpty(), "end of the chunks");
        return body.toString();
    }

    private int size() {
        return Integer.parseInt(line(), 16);
    }

    private String line() {
        int end = said.indexOf("\r\n", at);
        check(end >= 0, "a line without end");
        String line = said.substring(at, end);
        at = end + 2;
        return line;
    }

    private String take(int length) {
        check(at + length <= said.length(), "a body cut off");
        at += length;
        return said.substring(at - length, at);
    }

    private void check(boolean well, String what) {
        if (!well) {
            throw new AssertionError("malformed: " + what + " in\n" + said);
        }
    }
}
