package dev.weir.net.http.server;

/** A response as its carrier sees it: its head, and how much follows. */
public interface Reply {
    /** Of a body of which it is not known before it is sent. */
    long UNKNOWN = -1;

    /** Has no body, and says so. */
    int RESET_CONTENT = 205;

    int status();

    /** Name, value, name, value … */
    String[] fields();

    /** How many bytes its body has, or {@link #UNKNOWN}. */
    long length();

    /** Whether fields follow the body, if there can be one. */
    default boolean hasTrailers() {
        return false;
    }

    /** Whether there can be a body at all (RFC 9110 sections 6.4.1 and 15.3.6). */
    default boolean mayHaveBody() {
        return status() != 204 && status() != RESET_CONTENT && status() != 304;
    }

    /** What the head says of the body's length, or {@link #UNKNOWN} if it says nothing. */
    default long toldLength() {
        return mayHaveBody() ? length() : status() == RESET_CONTENT ? 0 : UNKNOWN;
    }
}
