package dev.weir.net.http.client;

import dev.weir.One;
import dev.weir.Retry;
import dev.weir.net.http.Headers;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.client.call.Call;
import dev.weir.net.http.client.call.Payload;
import dev.weir.net.http.client.line.Answer;
import dev.weir.net.http.client.line.Exchange;
import dev.weir.net.http.client.line.Lease;
import dev.weir.net.http.content.Decoding;
import dev.weir.net.http.content.FileThreads;
import dev.weir.net.http.wire.OwnFields;
import dev.weir.net.http.wire.Trailers;
import dev.weir.net.loop.Told;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The way from a request to its response: over redirects, stale connections and retries. */
final class Journey {
    private static final int MOST_SHOWN = 1024;
    private static final int EXPECTATION_FAILED = 417;

    private final HttpClient client;
    private final Lease lease;

    private Journey(ClientRequest request) {
        this.client = request.client();
        this.lease = new Lease(client.clock(), request.options().timeout);
    }

    private static Journey begin(ClientRequest request) {
        Journey journey = new Journey(request);
        journey.lease.begin();
        return journey;
    }

    /** The response, held until somebody has read it. */
    static One<ClientResponse> to(ClientRequest request) {
        return One.defer(() -> {
            Journey journey = begin(request);
            return journey.go(request).doFinally(journey.lease::leave);
        });
    }

    /** What the function makes of the response, of which nothing is left behind then. */
    static <R extends @Nullable Object> One<R> through(
            ClientRequest request, Function<? super ClientResponse, ? extends One<R>> function) {
        return One.defer(() -> {
            Journey journey = begin(request);
            return journey.go(request).<R>flatMap(function).doFinally(ending -> journey.lease.end());
        });
    }

    private One<ClientResponse> go(ClientRequest request) {
        if (!client.enter()) {
            return shutDown(request);
        }
        One<ClientResponse> response = One.defer(() -> tries(request));
        if (request.options().endless) { // nobody waits for its end, not even that of a filter
            response = One.race(List.of(response, client.ended().first().flatMap(ended -> shutDown(request))));
        }
        return response.doFinally(ending -> client.leave());
    }

    static One<ClientResponse> shutDown(ClientRequest request) {
        return One.fail(() -> new ClientException(Reason.SHUT_DOWN, request + ": the client is closed"));
    }

    private One<ClientResponse> tries(ClientRequest request) {
        Retry retry = request.options().retry;
        return retry == null ? inTime(request) : new Retrying(client, request, retry, () -> inTime(request)).go();
    }

    private One<ClientResponse> inTime(ClientRequest request) {
        One<Duration> overdue = lease.overdue();
        return overdue == null
                ? tryOnce(request)
                : One.<Object>race(List.of(tryOnce(request), overdue)).map(first -> inTime(first, request));
    }

    private static ClientResponse inTime(Object first, ClientRequest request) {
        if (first instanceof ClientResponse response) {
            return response;
        }
        throw new ClientException(
                Reason.DEADLINE,
                request + ": not done within " + Told.duration((Duration) first) + " (the request's withTimeout)");
    }

    private One<ClientResponse> tryOnce(ClientRequest request) {
        Duration limit = request.options().tryTimeout;
        return limit == null
                ? follow(request)
                : client.timed(One.<Object>race(List.of(One.timer(limit).map(passed -> limit), follow(request))))
                        .flatMap(first ->
                                first instanceof ClientResponse response ? One.of(response) : late(request, limit));
    }

    private One<ClientResponse> late(ClientRequest request, Duration limit) {
        lease.drop();
        return One.fail(() -> new ClientException(
                Reason.HEAD_TIMEOUT,
                request + ": no response began within " + Told.duration(limit) + " (the request's withTryTimeout)"));
    }

    private One<ClientResponse> follow(ClientRequest request) {
        return One.defer(() -> client.filtered(
                request, changed -> follow(changed, client.redirects().most())));
    }

    private One<ClientResponse> follow(ClientRequest request, int left) {
        return begun(request, call(request)).flatMap(answer -> {
            ClientResponse response = new ClientResponse(request, answer);
            if (!request.options().forwarded) {
                client.keepCookies(request.url(), response.headers());
            }
            String location = request.options().followRedirects ? Redirects.location(response) : null;
            return location == null ? One.of(response) : further(request, response.status(), location, left);
        });
    }

    private One<ClientResponse> further(ClientRequest request, int status, String location, int left) {
        try {
            return follow(client.redirects().next(request, status, location, left), left - 1);
        } catch (ClientException refused) {
            return One.fail(() -> refused);
        }
    }

    /** Adds what the client knows to the fields. */
    private Call call(ClientRequest request) {
        Headers headers = request.headers();
        if (request.options().forwarded) {
            return call(request, headers, false);
        }
        boolean inflates = !headers.has("Accept-Encoding") && !headers.has("Range");
        if (inflates) {
            headers = headers.and("Accept-Encoding", Decoding.names());
        }
        if (!headers.has("User-Agent")) {
            headers = headers.and("User-Agent", client.userAgent());
        }
        boolean ownCookies = headers.has("Cookie") || request.method().equals("TRACE"); // which would send them back
        String cookies = ownCookies ? null : client.cookies(request.url());
        if (cookies != null) {
            headers = headers.and("Cookie", cookies);
        }
        return call(request, headers, inflates);
    }

    private static Call call(ClientRequest request, Headers all, boolean inflates) {
        RequestOptions options = request.options();
        Supplier<Headers> trailers = options.trailers;
        return new Call(
                        request.method(),
                        request.url(),
                        flat(all),
                        request.content(),
                        trailers == null ? null : () -> OwnFields.OF_CLIENTS.trailers(flat(trailers.get())),
                        (fields, status) -> options.onInterim.accept(Headers.of(fields), status),
                        options.expectContinue,
                        inflates,
                        options.endless,
                        options.stallTimeout)
                .with(request.content());
    }

    static String[] flat(Headers all) {
        List<String> fields = new ArrayList<>(2 * all.size());
        all.forEach(field -> fields.addAll(List.of(field.name(), field.value())));
        return fields.toArray(Trailers.NONE);
    }

    /** Asks a server that meets no expectations without one (RFC 9110 section 10.1.1). */
    private One<Answer> begun(ClientRequest request, Call call) {
        One<Answer> answer = attempt(request, call, 1);
        return call.expectsContinue()
                ? answer.flatMap(first -> first.status() == EXPECTATION_FAILED && mayBeSent(first, request)
                        ? attempt(request, call.withoutExpectation(), 1)
                        : One.of(first))
                : answer;
    }

    private static boolean mayBeSent(Answer last, ClientRequest request) {
        return last.unasked() || request.content().isRepeatable();
    }

    /** Sends it, and again if that can't be noticed. */
    private One<Answer> attempt(ClientRequest request, Call call, int attempt) {
        return send(call, attempt > 1)
                .onErrorResume(failure -> failure instanceof ClientException known && known.mayRepeat(request, attempt)
                        ? attempt(request, call, attempt + 1)
                        : One.fail(() -> failure));
    }

    private One<Answer> send(Call call, boolean fresh) {
        return call.content() instanceof Payload.File file
                ? FileThreads.call(file::measured)
                        .onErrorResume(failure -> One.fail(() -> unsendable(call, failure)))
                        .flatMap(measured -> exchange(call.with(measured), fresh))
                : exchange(call, fresh);
    }

    private static ClientException unsendable(Call call, Throwable failure) {
        return new ClientException(Reason.BODY, call + ": " + failure.getMessage(), failure);
    }

    private One<Answer> exchange(Call call, boolean fresh) {
        return One.deferContextual(context -> {
            Exchange exchange = new Exchange(call.seeing(context), client.limits(), ClientException::of, fresh);
            if (lease.use(exchange)) {
                client.begin(exchange, call.url());
            }
            return One.from(exchange::answer);
        });
    }

    /** The response if it is about a success. */
    static One<ClientResponse> ok(ClientResponse response) {
        if (response.isOk()) {
            return One.of(response);
        }
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        return response.body()
                .takeWhile(piece -> show(piece, shown))
                .forEach(piece -> {})
                .onErrorComplete(Journey::isOfTheBody)
                .flatMap(read -> failed(response, shown));
    }

    /** The status is the answer, however little comes of what is said about it. */
    private static boolean isOfTheBody(Throwable failure) {
        return failure instanceof ClientException known
                && switch (known.reason()) {
                    case CLOSED, STALL, PROTOCOL, TOO_LARGE, MEMORY -> true;
                    default -> false; // as when it is not waited for any longer
                };
    }

    private static boolean show(ByteBuffer piece, ByteArrayOutputStream shown) {
        int count = Math.min(piece.remaining(), MOST_SHOWN - shown.size());
        byte[] bytes = new byte[count]; // a filter's piece may have no array that can be seen
        piece.get(piece.position(), bytes, 0, count);
        shown.writeBytes(bytes);
        return shown.size() < MOST_SHOWN;
    }

    private static One<ClientResponse> failed(ClientResponse response, ByteArrayOutputStream shown) {
        @Nullable String type = response.header("content-type");
        return One.fail(() -> new StatusException(response, shown.toString(TextCharset.of(type))));
    }
}
