package dev.weir.net.http.wire;

import java.io.Serial;

/** What was received is no message that can be understood; the connection can't be used any further. */
public final class BadRequest extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * @param status the status to answer with, if it was a request
     * @param detail what is wrong, without quoting what was received
     */
    public BadRequest(int status, String detail) {
        super(detail, null, false, false); // its place in our code tells nobody anything
        this.status = status;
    }

    public BadRequest(String detail) {
        this(400, detail);
    }

    public int status() {
        return status;
    }

    /** What is wrong. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
