package dev.weir.net.http.client;

import dev.weir.Many;
import dev.weir.net.http.ServerSentEvent;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.MediaType;
import dev.weir.net.loop.InTurns;
import dev.weir.net.loop.Told;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** An event stream that is connected to again when it ends, from where it was (HTML standard, section 9.2). */
final class EventStream {
    private static final Duration FIRST_DELAY = Duration.ofSeconds(3);
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(1);
    private static final Duration SHORTEST_TOLD = Duration.ofMillis(100);
    private static final Duration LONGEST_TOLD = Duration.ofHours(1);
    private static final int MOST_DOUBLINGS = 16;
    private static final int LONGEST_ID = 4096;
    private static final ServerSentEvent END = ServerSentEvent.of("");
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http.client");

    private final ClientRequest request;
    private String lastId = "";
    private Duration delay = FIRST_DELAY;
    private boolean connected; // once at least
    private int failures; // in a row

    private EventStream(ClientRequest request) {
        this.request = request.withHeader("Accept", "text/event-stream")
                .withHeader("Cache-Control", "no-cache")
                .endless();
    }

    static Many<ServerSentEvent> of(ClientRequest request) {
        return Many.defer(() -> {
            EventStream stream = new EventStream(request);
            return Many.range(0, Integer.MAX_VALUE)
                    .concatMap(attempt -> attempt == 0 ? stream.connect() : stream.again())
                    .takeWhile(event -> event != END);
        });
    }

    private Many<ServerSentEvent> again() {
        Duration wait = scattered(wait(failures), ThreadLocalRandom.current().nextDouble());
        LOG.log(Level.DEBUG, () -> request + ": the event stream is connected to again in " + Told.duration(wait));
        return request.client().pause(wait).flatMapMany(waited -> connect());
    }

    /** Doubled by each failure after the first, up to a minute; never less than the server asked for. */
    private Duration wait(int failed) {
        int doublings = Math.max(0, failed - 1);
        Duration longer = delay.multipliedBy(1L << Math.min(doublings, MOST_DOUBLINGS));
        Duration bounded = longer.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : longer;
        return bounded.compareTo(delay) > 0 ? bounded : delay;
    }

    /** Up to half longer by chance: those whose streams one server has ended together do not come back together. */
    static Duration scattered(Duration wait, double chance) {
        return wait.plusNanos((long) (chance * wait.toNanos() / 2));
    }

    private Many<ServerSentEvent> connect() {
        String id = latin1(lastId);
        // no field can have each character that an id can, and servers refuse one that is long
        boolean known = !id.isEmpty() && id.length() <= LONGEST_ID && Chars.isValue(id);
        ClientRequest next = known ? request.withHeader("Last-Event-ID", id) : request;
        return next.send().flatMapMany(this::events).onErrorResume(this::failed);
    }

    /** Fields are bytes: the id goes back as it came, in UTF-8. */
    private static String latin1(String id) {
        return new String(id.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private Many<ServerSentEvent> failed(Throwable failure) {
        boolean passing = connected
                && failure instanceof ClientException known
                && switch (known.reason()) {
                    case CONNECT, TLS, CLOSED, PROTOCOL, HEAD_TIMEOUT, STALL, ACQUIRE_TIMEOUT, POOL_FULL, MEMORY ->
                        true;
                    default -> false;
                };
        if (failure instanceof EventParser.TooLarge large) {
            return Many.fail(() -> new ClientException(Reason.TOO_LARGE, request + ": " + large.getMessage()));
        }
        if (!passing) {
            return Many.fail(() -> failure);
        }
        lost(failure);
        return Many.empty();
    }

    /** An outage is told once. */
    private void lost(Throwable failure) {
        Level level = failures == 0 ? Level.WARNING : Level.DEBUG;
        failures++;
        LOG.log(level, () -> "the event stream is lost: it will be connected to again (" + failure.getMessage() + ")");
    }

    private Many<ServerSentEvent> events(ClientResponse response) {
        if (response.status() == 204) {
            return Many.of(END);
        }
        if (response.status() != 200 || !isEventStream(response.header("content-type")) || response.isCoded()) {
            return refused(response);
        }
        connected = true;
        failures = 0;
        return Counted.during(response, memory -> {
            EventParser parser = new EventParser(lastId, request.options().maxBody, memory);
            return InTurns.parsed(response.body("events(..)"), response.eventLoop())
                    .flatMapIterable(parser::read)
                    .doOnNext(event -> remember(parser))
                    .doFinally(ending -> remember(parser));
        });
    }

    private void remember(EventParser parser) {
        lastId = parser.lastId();
        Duration told = parser.retry();
        delay = told == null ? delay : bounded(told);
    }

    private static Duration bounded(Duration told) {
        Duration atLeast = told.compareTo(SHORTEST_TOLD) > 0 ? told : SHORTEST_TOLD;
        return atLeast.compareTo(LONGEST_TOLD) < 0 ? atLeast : LONGEST_TOLD;
    }

    private static boolean isEventStream(@Nullable String type) {
        return MediaType.of(type).equals("text/event-stream");
    }

    private static Many<ServerSentEvent> refused(ClientResponse response) {
        if (!response.isOk()) {
            return Journey.ok(response).flatMapMany(ok -> Many.empty()); // it says what the body says
        }
        String type = response.header("content-type");
        String what = response.status() != 200
                ? ""
                : isEventStream(type)
                        ? "the event stream has a coding that is not undone"
                        : "this is no event stream but " + type;
        response.drop();
        return Many.fail(() -> new StatusException(response, what));
    }
}
