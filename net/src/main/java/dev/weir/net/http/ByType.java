package dev.weir.net.http;

import dev.weir.CheckReturnValue;
import dev.weir.One;
import dev.weir.net.http.wire.Weighted;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers with the one of several handlers whose type the client likes best ({@code Accept}, RFC 9110 section 12.5.1), and the
 * first of those that it likes alike; 406 if it takes none. The responses have {@code Vary: Accept}.
 *
 * <pre>{@code
 * Routes.create().get("/orders", ByType.of("application/json", asJson).or("text/html", asPage))
 * }</pre>
 */
@CheckReturnValue
public final class ByType implements Handler {
    private static final Pattern TYPE = Pattern.compile("[^/*;,\\s]+/[^/*;,\\s]+");

    private final Map<String, Handler> handlers;

    private ByType(Map<String, Handler> handlers) {
        this.handlers = handlers;
    }

    /**
     * What answers with that type, and whoever does not say what he takes.
     *
     * @param type as {@code text/html}, without parameters
     * @throws IllegalArgumentException if it is no type
     */
    public static ByType of(String type, Handler handler) {
        return new ByType(Map.of()).or(type, handler);
    }

    /** With another one, for another type. */
    public ByType or(String type, Handler handler) {
        Objects.requireNonNull(handler, "handler");
        if (!TYPE.matcher(type).matches()) {
            throw new IllegalArgumentException("\"" + type + "\" is no type such as text/html");
        }
        Map<String, Handler> more = new LinkedHashMap<>(handlers);
        more.put(type.toLowerCase(Locale.ROOT), handler);
        return new ByType(more);
    }

    @Override
    public One<Response> handle(Request request) throws Exception {
        Handler best = best(Weighted.parse(request.headers().all("accept")));
        One<Response> answer = best == null ? One.of(refusal()) : best.handle(request);
        return answer.map(response -> response.withVary("Accept"));
    }

    private Response refusal() {
        return Response.problem(
                406,
                "there is none of the types that are accepted; there are: " + String.join(", ", handlers.keySet()));
    }

    private @Nullable Handler best(List<Weighted> accepted) {
        Handler best = null;
        double most = 0;
        for (Map.Entry<String, Handler> each : handlers.entrySet()) {
            double weight = accepted.isEmpty() ? 1 : weight(accepted, each.getKey());
            if (weight > most) {
                best = each.getValue();
                most = weight;
            }
        }
        return best;
    }

    /** That of the narrowest range that the type is in. */
    private static double weight(List<Weighted> accepted, String type) {
        for (String range : List.of(type, type.substring(0, type.indexOf('/')) + "/*", "*/*")) {
            if (accepted.stream().anyMatch(one -> one.name().equals(range))) {
                return Weighted.exactly(accepted, range);
            }
        }
        return 0;
    }
}
