package dev.weir.net.http.filter;

import dev.weir.CheckReturnValue;
import dev.weir.One;
import dev.weir.net.http.Filter;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.Problem;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.loop.Awaited;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Tells clients of the program's own exceptions as problems (RFC 9457). Those that are not named here become
 * what they are without this filter: see {@link Handler#handle}.
 *
 * <pre>{@code
 * Problems.create().on(NoSuchOrder.class, e -> Problem.of(404, "there is no such order").with("order", e.id()))
 * }</pre>
 */
@CheckReturnValue
public final class Problems implements Filter {
    private record Rule<E extends Throwable>(Class<E> type, Function<? super E, Problem> problem) {
        Problem apply(Throwable failure) {
            return problem.apply(type.cast(failure));
        }
    }

    private final List<Rule<?>> rules;

    private Problems(List<Rule<?>> rules) {
        this.rules = rules;
    }

    /** No exceptions. */
    public static Problems create() {
        return new Problems(List.of());
    }

    /** These, and exceptions of that type, unless a rule before fits them. */
    public <E extends Throwable> Problems on(Class<E> type, Function<? super E, Problem> problem) {
        List<Rule<?>> more = new ArrayList<>(rules);
        more.add(new Rule<>(Objects.requireNonNull(type, "type"), Objects.requireNonNull(problem, "problem")));
        return new Problems(List.copyOf(more));
    }

    @Override
    public One<Response> filter(Request request, Handler next) throws Exception {
        One<Response> answer;
        try {
            answer = next.handle(request);
        } catch (Exception thrown) {
            answer = One.fail(() -> thrown);
        }
        return answer.onErrorResume(failure -> One.fail(() -> translated(failure)));
    }

    private Throwable translated(Throwable failure) {
        Throwable known = Awaited.in(failure);
        for (Rule<?> rule : rules) {
            Throwable told = rule.type().isInstance(known) ? known : failure;
            if (rule.type().isInstance(told)) {
                return new HttpException(rule.apply(told));
            }
        }
        return failure;
    }
}
