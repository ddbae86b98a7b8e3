package dev.weir.net.http.filter;

import dev.weir.CheckReturnValue;
import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.wire.Json;
import dev.weir.net.loop.Positive;
import dev.weir.net.loop.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the program lives and whether it is ready for requests: the routes {@code /health/live} and {@code
 * /health/ready}, which answer 200 or 503 with the checks' outcomes as JSON. Not ready means: a check fails or is
 * late, or the program is about to end.
 *
 * <pre>{@code
 * Health health = Health.builder().check("database", Duration.ofSeconds(2), database::ping).build();
 * routes.under("", health.routes())
 * ...
 * health.shutdown(server, Duration.ofSeconds(5), Duration.ofSeconds(30)).await();
 * }</pre>
 */
@CheckReturnValue
public final class Health {
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");
    private static final String LIVE = "/health/live";
    private static final String READY = "/health/ready";

    private record Check(String name, Duration limit, Supplier<? extends One<?>> action) {}

    private record Result(String name, boolean up) {}

    private final List<Check> checks;
    private volatile boolean ending;

    private Health(List<Check> checks) {
        this.checks = List.copyOf(checks);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The two routes, to be put under a path of one's choice. */
    public Routes routes() {
        return Routes.create()
                .get(LIVE, request -> One.of(answer(true, List.of())))
                .get(READY, this::ready);
    }

    /** As {@link #isAsked(Request, String)}, where the routes are under no path. */
    public static boolean isAsked(Request request) {
        return isAsked(request, "");
    }

    /**
     * Whether the request asks for one of the routes: what a limiter is to let pass always.
     *
     * @param under the path that the routes were put under, for instance {@code /internal}
     */
    public static boolean isAsked(Request request, String under) {
        String target = request.target(); // as it was sent: with escapes undone it may look like a route that it is not
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        return path.equals(under + LIVE) || path.equals(under + READY);
    }

    private One<Response> ready(Request request) {
        if (ending) {
            return One.of(answer(false, List.of()));
        }
        List<One<Result>> running = new ArrayList<>();
        checks.forEach(check -> running.add(run(check)));
        return One.all(running)
                .map(results -> answer(!ending && results.stream().allMatch(Result::up), results));
    }

    private static One<Result> run(Check check) {
        return One.defer(() -> check.action().get().map(done -> new Result(check.name(), true)))
                .timeout(check.limit())
                .named("health check " + check.name())
                .onErrorReturn(failure -> {
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "the health check \"" + check.name() + "\" failed",
                            Trace.cut(failure));
                    return new Result(check.name(), false);
                });
    }

    private static Response answer(boolean up, List<Result> results) {
        Map<String, @Nullable Object> report = new LinkedHashMap<>();
        report.put("status", word(up));
        if (!results.isEmpty()) {
            Map<String, @Nullable Object> each = new LinkedHashMap<>();
            results.forEach(result -> each.put(result.name(), word(result.up())));
            report.put("checks", each);
        }
        return Response.json(Json.value(report) + "\n")
                .withStatus(up ? 200 : 503)
                .withHeader("Cache-Control", "no-store");
    }

    private static String word(boolean up) {
        return up ? "up" : "down";
    }

    /** Not ready from now on, whatever the checks say. */
    public void end() {
        ending = true;
    }

    /**
     * Ends the program's part in a cluster without losing a request: tells that it is not ready, goes on serving for
     * the lag that balancers need to see that, then shuts the server down.
     */
    public One<@Nullable Void> shutdown(HttpServer server, Duration lag, Duration deadline) {
        return One.defer(() -> {
            end();
            return One.timer(lag).then(server.shutdown(deadline));
        });
    }

    /** What readiness depends on. */
    @CheckReturnValue
    public static final class Builder {
        private final List<Check> checks = new ArrayList<>();

        private Builder() {}

        /**
         * Asks this each time when readiness is asked for: it is up if its One succeeds within the limit.
         *
         * @param action must not block: see {@link One#blocking}
         * @throws IllegalArgumentException if there is one of that name
         */
        public Builder check(String name, Duration limit, Supplier<? extends One<?>> action) {
            if (checks.stream().anyMatch(known -> known.name().equals(name))) {
                throw new IllegalArgumentException("there is a health check \"" + name + "\" already");
            }
            checks.add(new Check(
                    Objects.requireNonNull(name, "name"),
                    Positive.of(limit, "limit"),
                    Objects.requireNonNull(action, "action")));
            return this;
        }

        public Health build() {
            return new Health(checks);
        }
    }
}
