package dev.weir.net.http;

/** A failure that the client may know: thrown by a handler, or failing its One, it becomes the response. */
public final class HttpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * @param status 400 to 599
     * @param detail what is wrong, for the client's eyes
     */
    public HttpException(int status, String detail) {
        super(detail);
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("a failure has a status of 400 to 599, not " + status);
        }
        this.status = status;
    }

    /** The response's status. */
    public int status() {
        return status;
    }

    /** What is wrong. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
