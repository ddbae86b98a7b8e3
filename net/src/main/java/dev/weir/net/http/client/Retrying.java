package dev.weir.net.http.client;

import dev.weir.One;
import dev.weir.Retry;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.wire.HttpDate;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends a request again, as its retry says and not before the server wants it (RFC 9110 section 10.2.3). */
final class Retrying {
    private static final Set<Reason> WORTH_A_RETRY =
            EnumSet.of(Reason.CONNECT, Reason.CLOSED, Reason.HEAD_TIMEOUT, Reason.STALL, Reason.ACQUIRE_TIMEOUT);

    private final HttpClient client;
    private final Retry retry;
    private final Duration longest;
    private final Supplier<One<ClientResponse>> once;
    private final long begun;
    private @Nullable ClientResponse busy; // said when it wants to be asked again
    private Duration notBefore = Duration.ZERO; // from the beginning

    /**
     * @param once sends the request
     */
    Retrying(HttpClient client, ClientRequest request, Retry retry, Supplier<One<ClientResponse>> once) {
        this.client = client;
        this.once = once;
        this.begun = client.clock().nanoTime();
        this.longest = shorter(retry.deadline(), request.options().timeout());
        this.retry = retry.withDeadline(longest)
                .onlyIf(failure -> isWorthARetry(failure) && retry.filter().test(failure));
    }

    private static Duration shorter(Duration one, @Nullable Duration other) {
        return other != null && other.compareTo(one) < 0 ? other : one;
    }

    One<ClientResponse> go() {
        One<ClientResponse> again = One.defer(this::attempt)
                .retry(retry)
                .onErrorResume(failure -> failure instanceof StatusException answered
                        ? One.of(answered.response())
                        : One.fail(() -> failure));
        return client.timed(again);
    }

    private One<ClientResponse> attempt() {
        Duration left = notBefore.minus(elapsed());
        ClientResponse last = busy;
        if (last == null || !left.isPositive()) {
            return once.get().flatMap(this::available);
        }
        last.exchange().cancel();
        return One.timer(left).flatMap(waited -> once.get()).flatMap(this::available);
    }

    private Duration elapsed() {
        return Duration.ofNanos(client.clock().nanoTime() - begun);
    }

    private One<ClientResponse> available(ClientResponse response) {
        Duration asked = retryAfter(response);
        busy = asked == null ? null : response;
        notBefore = asked == null ? Duration.ZERO : elapsed().plus(asked);
        return switch (response.status()) {
            case 429, 502, 503, 504 -> One.fail(() -> new StatusException(response, ""));
            default -> One.of(response);
        };
    }

    private boolean isWorthARetry(Throwable failure) {
        if (failure instanceof StatusException) {
            boolean patient = notBefore.minus(elapsed()).compareTo(client.maxRetryAfter()) <= 0;
            return patient && notBefore.compareTo(longest) < 0;
        }
        return failure instanceof ClientException known && WORTH_A_RETRY.contains(known.reason());
    }

    /** How long the server wants to be left alone, or null. */
    private static @Nullable Duration retryAfter(ClientResponse response) {
        String field = response.header("retry-after");
        if (field == null) {
            return null;
        }
        String text = field.strip();
        if (text.matches("[0-9]{1,9}")) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        Instant then = HttpDate.parse(text);
        String date = response.header("date");
        Instant said = date == null ? null : HttpDate.parse(date);
        return then == null ? null : Duration.between(said == null ? Instant.now() : said, then);
    }
}
