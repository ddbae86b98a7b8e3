package dev.weir.net.http;

import dev.weir.net.http.wire.BadRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A failure that the client may know: thrown by a handler, or failing its One, it becomes the response. */
public final class HttpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient @Nullable Problem problem;

    /**
     * A failure that its status and a text describe.
     *
     * @param status 400 to 599
     * @param detail what is wrong, for the client's eyes
     */
    public HttpException(int status, String detail) {
        this(Problem.of(status, detail));
    }

    /** A failure that the client gets as this problem. */
    public HttpException(Problem problem) {
        super(problem.detail());
        this.status = problem.status();
        this.problem = Objects.requireNonNull(problem, "problem");
    }

    HttpException(BadRequest bad) {
        this(bad.status(), bad.detail());
    }

    /** The response's status. */
    public int status() {
        return status;
    }

    /** What is wrong. */
    public String detail() {
        return String.valueOf(getMessage());
    }

    /** All that the client gets to know. */
    public Problem problem() {
        return problem == null ? Problem.of(status, detail()) : problem; // null after serialization
    }
}
