package dev.weir.net.http;

import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The fields of responses that are the server's to set. */
final class OwnFields {
    private static final Set<String> NAMES = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    static {
        NAMES.addAll(Set.of(
                "Connection", "Content-Length", "Date", "Keep-Alive", "Trailer", "Transfer-Encoding", "Upgrade"));
    }

    private OwnFields() {}

    static void check(String name) {
        Objects.requireNonNull(name, "the name of the header field is null");
        if (NAMES.contains(name)) {
            throw new IllegalArgumentException("the server itself sets the field " + name);
        }
    }
}
