package dev.weir.net.http.client;

import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The fields of requests that are the client's to set. */
final class ClientFields {
    private static final Set<String> NAMES = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    static {
        NAMES.addAll(Set.of(
                "Connection",
                "Content-Length",
                "Expect",
                "Host",
                "Keep-Alive",
                "Proxy-Authorization",
                "Proxy-Connection",
                "TE",
                "Trailer",
                "Transfer-Encoding",
                "Upgrade"));
    }

    private ClientFields() {}

    static void check(String name) {
        Objects.requireNonNull(name, "the name of the header field is null");
        if (NAMES.contains(name)) {
            throw new IllegalArgumentException("the client itself sets the field " + name);
        }
    }
}
