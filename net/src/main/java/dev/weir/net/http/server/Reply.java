package dev.weir.net.http.server;

/** A response as its carrier sees it: its head, and how much follows. */
public interface Reply {
    /** Of a body of which it is not known before it is sent. */
    long UNKNOWN = -1;

    int status();

    /** Name, value, name, value … */
    String[] fields();

    /** How many bytes its body has, or {@link #UNKNOWN}. */
    long length();

    /** Whether fields follow the body, if there can be one. */
    default boolean hasTrailers() {
        return false;
    }

    /** Whether there can be a body at all (RFC 9110 section 6.4.1). */
    default boolean mayHaveBody() {
        return status() != 204 && status() != 304;
    }
}
