package dev.weir.net.http;

import dev.weir.CheckReturnValue;
import dev.weir.One;
import dev.weir.net.http.route.Pattern;
import dev.weir.net.http.route.RouteTree;
import dev.weir.net.http.route.RouteTree.Leaf;
import dev.weir.net.http.route.RouteTree.Match;
import dev.weir.net.http.wire.Chars;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Handlers by method and path. Immutable: each method returns new routes.
 *
 * <p>A pattern is made of literal segments and parameters: {@code /rates}, {@code /rates/{currency}}, {@code
 * /files/{path...}}, where the last stands for all that follows, which may be nothing but the slash. Of several
 * patterns that fit, the one that is more specific from left to right wins. Slashes count: {@code /rates/} is not
 * {@code /rates}.
 *
 * <p>A path without a route is answered with 404, one without the method with 405 and {@code Allow}. {@code HEAD}
 * is answered by the route for {@code GET}; {@code OPTIONS} with the path's methods, unless it has a route.
 */
@CheckReturnValue
public final class Routes implements Handler {
    private static final Set<String> USUAL =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");
    private static final Routes NONE = new Routes(List.of(), List.of());

    private final List<Leaf<Handled>> routes;
    private final List<Filter> filters; // around what answers where there is no route
    private final RouteTree<Handled> tree;

    /**
     * What answers.
     *
     * @param handler with the filters around it
     * @param filters for what answers other methods of the path
     */
    private record Handled(Handler handler, List<Filter> filters) {
        Handled with(List<Filter> outer) {
            return new Handled(Filter.chain(outer, handler), joined(outer, filters));
        }
    }

    private Routes(List<Leaf<Handled>> routes, List<Filter> filters) {
        this.routes = routes;
        this.filters = filters;
        this.tree = new RouteTree<>(routes);
    }

    /** No routes. */
    public static Routes create() {
        return NONE;
    }

    public Routes get(String pattern, Handler handler) {
        return route("GET", pattern, handler);
    }

    public Routes post(String pattern, Handler handler) {
        return route("POST", pattern, handler);
    }

    public Routes put(String pattern, Handler handler) {
        return route("PUT", pattern, handler);
    }

    public Routes patch(String pattern, Handler handler) {
        return route("PATCH", pattern, handler);
    }

    public Routes delete(String pattern, Handler handler) {
        return route("DELETE", pattern, handler);
    }

    /**
     * These routes, with one more.
     *
     * @param method in the case in which it is sent: {@code "GET"} (RFC 9110 section 9.1)
     * @throws IllegalArgumentException if the method is one of the usual in another case, the pattern is malformed, or a
     *     route answers the same requests already
     */
    public Routes route(String method, String pattern, Handler handler) {
        Objects.requireNonNull(handler, "handler");
        if (!Chars.isToken(method)) {
            throw new IllegalArgumentException("\"" + method + "\" is no method");
        }
        String usual = method.toUpperCase(Locale.ROOT);
        if (!usual.equals(method) && USUAL.contains(usual)) {
            throw new IllegalArgumentException(
                    "no client sends " + method + ", as the case of methods counts: write \"" + usual + "\"");
        }
        return and(new Leaf<>(method, Pattern.parse(pattern), new Handled(handler, List.of())));
    }

    private Routes and(Leaf<Handled> route) {
        List<Leaf<Handled>> more = new ArrayList<>(routes);
        more.add(route);
        return new Routes(List.copyOf(more), filters);
    }

    /**
     * These routes, with the others below a path: {@code under("/api", rates)}. The others' filters come along; what is at no route
     * is answered with these routes' filters.
     */
    public Routes under(String prefix, Routes others) {
        Routes all = this;
        for (Leaf<Handled> route : others.routes) {
            Pattern pattern = Pattern.parse(prefix + route.pattern().text());
            all = all.and(new Leaf<>(route.method(), pattern, route.answer()));
        }
        return all;
    }

    /**
     * These routes, each in the midst of filters, of which the first is the outermost; they also see what answers
     * {@code OPTIONS}, 404 and 405 in the place of a route. Routes that are added afterwards go without.
     */
    @Override
    public Routes with(Filter... around) {
        List<Filter> outer = List.of(around);
        List<Leaf<Handled>> filtered = routes.stream()
                .map(route -> new Leaf<>(
                        route.method(), route.pattern(), route.answer().with(outer)))
                .toList();
        return new Routes(filtered, joined(outer, filters));
    }

    private static List<Filter> joined(List<Filter> outer, List<Filter> inner) {
        List<Filter> joined = new ArrayList<>(outer);
        joined.addAll(inner);
        return List.copyOf(joined);
    }

    @Override
    public One<Response> handle(Request request) throws Exception {
        if (request.asked().head().path().equals("*")) {
            return Filter.chain(filters, all -> One.of(options(new TreeSet<>(tree.methods()))))
                    .handle(request);
        }
        List<Leaf<Handled>> others = new ArrayList<>(0);
        Match<Handled> match = tree.find(
                request.method(), RouteTree.split(request.asked().head().path()), others);
        if (match != null) {
            Leaf<Handled> route = match.route();
            return route.answer()
                    .handler()
                    .handle(request.matched(route.pattern().text(), match.params()));
        }
        List<Filter> around =
                others.isEmpty() ? filters : meant(request, others).answer().filters();
        return Filter.chain(around, refused -> One.of(refuse(refused, methods(others))))
                .handle(request);
    }

    /** The route that a preflight asks for: each may have other filters. */
    private static Leaf<Handled> meant(Request request, List<Leaf<Handled>> others) {
        String asked = request.header("access-control-request-method");
        return others.stream()
                .filter(route -> route.method().equals(asked)
                        || ("HEAD".equals(asked) && route.method().equals("GET")))
                .findFirst()
                .orElse(others.getFirst());
    }

    private static SortedSet<String> methods(List<Leaf<Handled>> routes) {
        SortedSet<String> methods = new TreeSet<>();
        routes.forEach(route -> methods.add(route.method()));
        return methods;
    }

    private static Response refuse(Request request, SortedSet<String> allowed) {
        if (allowed.isEmpty()) {
            return Response.problem(404, "there is nothing at " + request.path());
        }
        if (request.method().equals("OPTIONS")) {
            return options(allowed);
        }
        String methods = allow(allowed);
        return Response.problem(405, request.path() + " answers " + methods + ", not " + request.method())
                .withHeader("Allow", methods);
    }

    private static Response options(SortedSet<String> methods) {
        return Response.empty(204).withHeader("Allow", allow(methods));
    }

    private static String allow(SortedSet<String> methods) {
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        methods.add("OPTIONS");
        return String.join(", ", methods);
    }
}
