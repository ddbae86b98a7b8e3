package dev.weir.net.http.client;

import dev.weir.One;
import dev.weir.Retry;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.HttpDate;
import dev.weir.net.loop.Told;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends a request again, as its retry says and not before the server wants it (RFC 9110 section 10.2.3). */
final class Retrying {
    private static final Set<Reason> WORTH_A_RETRY =
            EnumSet.of(Reason.CONNECT, Reason.CLOSED, Reason.HEAD_TIMEOUT, Reason.STALL, Reason.ACQUIRE_TIMEOUT);

    private final HttpClient client;
    private final ClientRequest request;
    private final Retry retry;
    private final Duration longest;
    private final Supplier<One<ClientResponse>> once;
    private final long begun;
    private final CompletableFuture<Boolean> waited = new CompletableFuture<>(); // once at least
    private volatile boolean waiting;
    private int tries;
    private @Nullable ClientResponse answer; // of the last try, if there was one
    private @Nullable ClientResponse busy;
    private @Nullable Duration asked; // by the server, to be left alone
    private Duration notBefore = Duration.ZERO; // from the beginning

    /**
     * @param once sends the request
     */
    Retrying(HttpClient client, ClientRequest request, Retry retry, Supplier<One<ClientResponse>> once) {
        this.client = client;
        this.request = request;
        this.once = once;
        this.begun = client.clock().nanoTime();
        this.longest = shorter(retry.deadline(), request.options().timeout);
        this.retry = retry.withDeadline(longest)
                .onlyIf(failure -> isWorthARetry(failure) && retry.filter().test(failure) && waits() && freed());
    }

    private static Duration shorter(Duration one, @Nullable Duration other) {
        return other != null && other.compareTo(one) < 0 ? other : one;
    }

    One<ClientResponse> go() {
        One<ClientResponse> again = One.defer(this::attempt).retry(retry).onErrorResume(this::last);
        return client.timed(One.race(List.of(again, shutDown())));
    }

    /** Fails what waits to be sent again when no more requests are taken; a try that runs is the last one then. */
    private One<ClientResponse> shutDown() {
        return One.from(waited)
                .flatMap(first -> client.ended().first())
                .flatMap(ended -> waiting ? Journey.shutDown(request) : One.never());
    }

    private boolean waits() {
        if (client.isClosed()) {
            return false;
        }
        waiting = true; // before the client is looked at again: whoever closes it looks at this afterwards
        if (client.isClosed()) {
            waiting = false;
            return false;
        }
        waited.complete(true);
        return true;
    }

    private One<ClientResponse> last(Throwable failure) {
        if (failure instanceof StatusException answered && isAnswer(answered)) {
            return One.of(answered.response().withNote(after() + impatience()));
        }
        boolean told = tries > 1 && failure instanceof ClientException;
        return One.fail(() -> told ? ((ClientException) failure).with(after()) : failure);
    }

    private String after() {
        return tries > 1 ? " after " + tries + " tries" : "";
    }

    private One<ClientResponse> attempt() {
        free();
        Duration left = notBefore.minus(elapsed());
        return left.isPositive() ? One.timer(left).flatMap(passed -> send()) : send();
    }

    /** Whether it is what this request was answered; a filter may have asked others, as for a token, and been refused there. */
    private boolean isAnswer(StatusException failure) {
        return failure.response() == answer;
    }

    private One<ClientResponse> send() {
        waiting = false;
        tries++;
        answer = null;
        return once.get().flatMap(this::available);
    }

    private void free() {
        ClientResponse last = busy;
        busy = null;
        if (last != null) {
            last.drop();
        }
    }

    /** Does not leave the response to wait with its connection, if nobody will read it. */
    private boolean freed() {
        if (isCertain()) {
            free();
        }
        return true;
    }

    /** Whether no deadline can forbid to try again: jitter makes a wait at most twice as long. */
    private boolean isCertain() {
        double wait = Math.min(seconds(retry.backoff()) * Math.pow(2, tries), seconds(retry.maxBackoff()));
        return seconds(elapsed()) + wait < seconds(longest);
    }

    private static double seconds(Duration duration) {
        return duration.toSeconds() + duration.toNanosPart() / 1e9;
    }

    private Duration elapsed() {
        return Duration.ofNanos(client.clock().nanoTime() - begun);
    }

    private One<ClientResponse> available(ClientResponse response) {
        answer = response;
        asked = retryAfter(response);
        notBefore = asked == null ? Duration.ZERO : elapsed().plus(asked);
        return switch (response.status()) {
            case 429, 502, 503, 504 -> {
                busy = response;
                yield One.fail(() -> new StatusException(response, ""));
            }
            default -> One.of(response);
        };
    }

    private boolean isWorthARetry(Throwable failure) {
        return failure instanceof StatusException answered
                ? isAnswer(answered) && impatience().isEmpty()
                : failure instanceof ClientException known && WORTH_A_RETRY.contains(known.reason());
    }

    /** What forbids to do as the server asked; empty if nothing does. */
    private String impatience() {
        Duration wait = asked;
        if (wait == null) {
            return "";
        }
        String wants = " and asks to wait " + Told.duration(wait) + ", more than ";
        if (wait.compareTo(client.maxRetryAfter()) > 0) {
            return wants + "maxRetryAfter " + Told.duration(client.maxRetryAfter());
        }
        return notBefore.compareTo(longest) < 0
                ? ""
                : wants + "is left of the " + Told.duration(longest) + " for all tries";
    }

    /** How long the server wants to be left alone, or null. */
    private static @Nullable Duration retryAfter(ClientResponse response) {
        String field = response.header("retry-after");
        if (field == null) {
            return null;
        }
        String text = field.strip();
        int seconds = Chars.amount(text);
        if (seconds >= 0) {
            return Duration.ofSeconds(seconds);
        }
        Instant then = HttpDate.parse(text);
        String date = response.header("date");
        Instant said = date == null ? null : HttpDate.parse(date);
        return then == null ? null : Duration.between(said == null ? Instant.now() : said, then);
    }
}
