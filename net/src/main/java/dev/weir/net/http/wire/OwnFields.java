package dev.weir.net.http.wire;

import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/** The fields that whoever sends a message sets by itself. */
public final class OwnFields {
    public static final OwnFields OF_SERVERS = new OwnFields(
            "server", Set.of("connection", "content-length", "date", "keep-alive", "transfer-encoding", "upgrade"));

    public static final OwnFields OF_CLIENTS = new OwnFields(
            "client",
            Set.of(
                    "connection",
                    "content-length",
                    "expect",
                    "host",
                    "keep-alive",
                    "proxy-authorization",
                    "proxy-connection",
                    "te",
                    "transfer-encoding",
                    "upgrade"));

    private final String whose;
    private final Set<String> names;

    private OwnFields(String whose, Set<String> names) {
        this.whose = whose;
        this.names = names;
    }

    public boolean has(String name) {
        return names.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Throws if the field is one of them. */
    public void check(String name) {
        Objects.requireNonNull(name, "the name of the header field is null");
        if (has(name)) {
            throw new IllegalArgumentException("the " + whose + " itself sets the field " + name);
        }
    }

    /** Gives the fields, name, value, name, value …, unless one can't follow a body. */
    public String[] trailers(String[] fields) {
        for (int i = 0; i < fields.length; i += 2) {
            check(fields[i]);
            if (Trailers.isOfTheHead(fields[i]) || fields[i].equalsIgnoreCase("trailer")) {
                throw new IllegalArgumentException("the field " + fields[i] + " can't follow a body");
            }
        }
        return fields;
    }
}
