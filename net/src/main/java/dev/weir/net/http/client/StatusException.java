package dev.weir.net.http.client;

import dev.weir.net.http.Headers;
import dev.weir.net.http.UpstreamFailure;
import dev.weir.net.http.wire.Chars;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A response with a status other than 200 to 299, where one of these was wanted: for {@code text()}, for a retry. */
public final class StatusException extends RuntimeException implements UpstreamFailure {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable ClientResponse response; // not where it was serialized
    private final int status;
    private final String body;

    StatusException(ClientResponse response, String body) {
        super(response.request() + ": the server answered " + response.status() + response.note()
                + (body.isBlank() ? "" : ": " + Chars.visible(body.strip())));
        this.response = response;
        this.status = response.status();
        this.body = body;
    }

    /** Where in our code it was noticed tells nobody anything; whoever awaits it adds where that was. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    /** The response's status. */
    public int status() {
        return status;
    }

    /** The response's fields; none of one that was serialized. */
    public Headers headers() {
        return response == null ? Headers.empty() : response.headers();
    }

    /** The beginning of the response's body, at most 1 KiB; empty for a retry. */
    public String body() {
        return body;
    }

    /** 503 for 429 and 503, 504 for 504, 502 for other failures of the server; 500 for what should not have been asked. */
    @Override
    public int gatewayStatus() {
        return switch (status) {
            case 429, 503 -> 503;
            case 504 -> 504;
            default -> status >= 500 ? 502 : 500;
        };
    }

    ClientResponse response() {
        return Objects.requireNonNull(response);
    }
}
