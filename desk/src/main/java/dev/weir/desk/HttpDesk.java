package dev.weir.desk;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.ServerSentEvent;
import dev.weir.net.websocket.WebSocket;
import dev.weir.sql.SqlException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** The desk over HTTP: a page for people, JSON and server-sent events for everybody. */
final class HttpDesk {
    private static final int MAX_BODY = 1024;

    private final Rates rates;
    private final Mover mover;
    private final Many<Boolean> there;
    private final RateSocket socket;
    private final int maxStreams;
    private final int tcp;

    /**
     * @param tcp the port where the desk speaks TCP, for the page to tell
     */
    HttpDesk(Rates rates, int maxStreams, int tcp) {
        this(rates, rates.mover(), Many.empty(), maxStreams, tcp);
    }

    /**
     * With rates that are kept elsewhere.
     *
     * @param there whether what keeps them answers: at the begin if it does not, and whenever that changes
     */
    HttpDesk(Rates rates, Mover mover, Many<Boolean> there, int maxStreams, int tcp) {
        this.rates = rates;
        this.mover = mover;
        this.there = there;
        this.socket = new RateSocket(rates, mover);
        this.maxStreams = maxStreams;
        this.tcp = tcp;
    }

    HttpServer.Builder server() {
        Routes routes = routes();
        return HttpServer.builder()
                .handler(request -> One.call(() -> routes.handle(request))
                        .flatMap(response -> response)
                        .onErrorResume(HttpDesk::explain))
                .alwaysServe(request -> request.path().equals("/health"))
                .maxBody(MAX_BODY);
    }

    private Routes routes() {
        return Page.routes()
                .get("/health", request -> One.of(Response.text("ok\n")))
                .get("/tcp", request -> One.of(Response.text(tcp + "\n")))
                .get("/rates", request -> One.supply(this::table))
                .get("/rates/stream", this::stream)
                .get("/rates/socket", this::socket)
                .get("/rates/{currency}", this::rate)
                .put("/rates/{currency}", this::move)
                .get("/convert", this::convert)
                .get("/{euros}", this::dollars);
    }

    private Response table() {
        Table table = rates.now();
        return json(new Json()
                .add("base", Currency.EUR)
                .add("version", table.version())
                .add("rates", Json.of(table.rates())));
    }

    /** The first event tells the whole table, each one after it what has changed since. */
    private One<Response> stream(Request request) {
        return unlessFull(() ->
                One.of(Response.sse(Many.merge(rates.watch().map(HttpDesk::event), there.map(HttpDesk::state)))));
    }

    /** What the stream tells, and moves in the other direction. */
    private One<Response> socket(Request request) {
        return unlessFull(() -> WebSocket.accept(request, socket::serve));
    }

    private One<Response> unlessFull(Supplier<One<Response>> stream) {
        if (rates.watchers() < maxStreams) {
            return stream.get();
        }
        String full = "all " + maxStreams + " streams are taken: try again later";
        return One.of(Response.problem(503, full).withHeader("Retry-After", "5"));
    }

    private static ServerSentEvent event(Update update) {
        return ServerSentEvent.of(Json.of(update.changes()).toString())
                .withEvent("rates")
                .withId(Long.toString(update.now().version()));
    }

    private static ServerSentEvent state(boolean isThere) {
        return ServerSentEvent.of(isThere ? "there" : "lost").withEvent("database");
    }

    private One<Response> rate(Request request) {
        Table table = rates.now();
        Currency currency = Currency.parse(request.param("currency"));
        if (!table.rates().containsKey(currency)) {
            throw new HttpException(404, "there is no rate for " + currency);
        }
        return One.of(rate(currency, table.rate(currency)));
    }

    private One<Response> move(Request request) {
        Currency currency = Currency.parse(request.param("currency"));
        return request.text()
                .map(Rate::parse)
                .flatMap(rate -> mover.move(currency, rate)
                        .map(isNew -> rate(currency, rate).withStatus(isNew ? 201 : 200)));
    }

    private One<Response> convert(Request request) {
        Amount amount = Amount.parse(required(request, "amount"));
        Currency from = Currency.parse(required(request, "from"));
        Currency to = Currency.parse(required(request, "to"));
        return One.of(json(new Json()
                .add("amount", amount.value())
                .add("from", from)
                .add("to", to)
                .add("result", rates.now().convert(amount.value(), from, to))));
    }

    private One<Response> dollars(Request request) {
        Amount euros = Amount.parse(request.param("euros"));
        return One.of(
                json(new Json().add("EUR", euros.value()).add("USD", rates.now().dollars(euros.value()))));
    }

    private static String required(Request request, String parameter) {
        String value = request.query(parameter);
        if (value == null) {
            throw new Refused(
                    "the parameter " + parameter + " is missing: send for example /convert?amount=2.5&from=GBP&to=USD");
        }
        return value;
    }

    private static Response rate(Currency currency, Rate rate) {
        return json(new Json().add("currency", currency).add("rate", rate.value()));
    }

    /** Whether a rate has not moved for a reason that callers are told. */
    static boolean hasReason(Throwable failure) {
        return failure instanceof Refused || failure instanceof SqlException || failure instanceof TimeoutException;
    }

    /** Why a rate has not moved. */
    static String reason(Throwable failure) {
        if (failure instanceof Refused) {
            return String.valueOf(failure.getMessage());
        }
        return Store.isRefusal(failure)
                ? "the rates can't be changed now, for their database refuses that: the desk's log says why"
                : "the rates can't be changed now, for their database does not answer: try again later";
    }

    private static Response json(Json json) {
        return Response.json(json + "\n");
    }

    private static One<Response> explain(Throwable failure) {
        if (failure instanceof SqlException || failure instanceof TimeoutException) {
            return One.of(Response.problem(503, reason(failure)).withHeader("Retry-After", "5"));
        }
        return failure instanceof Refused
                ? One.of(Response.problem(400, String.valueOf(failure.getMessage())))
                : One.fail(() -> failure);
    }
}
