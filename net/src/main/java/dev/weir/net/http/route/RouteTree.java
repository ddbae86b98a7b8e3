package dev.weir.net.http.route;

import dev.weir.net.http.route.Pattern.Kind;
import dev.weir.net.http.route.Pattern.Segment;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.Percent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a path: at each segment a literal comes before a parameter, that before a rest.
 *
 * @param <A> what a route leads to
 */
public final class RouteTree<A> {
    /** A method, a pattern, and what they lead to. */
    public record Leaf<A>(String method, Pattern pattern, A answer) {}

    /** A route and the segments of a path that led to it. */
    public record Match<A>(Leaf<A> route, List<String> path) {
        /** What the pattern's parameters stand for. */
        public Params params() {
            if (route.pattern().isLiteral()) {
                return Params.NONE;
            }
            Map<String, String> values = new HashMap<>();
            List<String> rest = null;
            List<Segment> segments = route.pattern().segments();
            for (int i = 0; i < segments.size(); i++) {
                Segment segment = segments.get(i);
                if (segment.kind() == Kind.PARAMETER) {
                    values.put(segment.text(), path.get(i));
                } else if (segment.kind() == Kind.REST) {
                    rest = path.subList(i, path.size());
                    values.put(segment.text(), String.join("/", rest));
                }
            }
            return new Params(Map.copyOf(values), rest);
        }
    }

    private static final class Node<A> {
        final Map<String, Node<A>> literals = new HashMap<>();
        final Map<String, Leaf<A>> ending = new HashMap<>(); // by method
        final Map<String, Leaf<A>> resting = new HashMap<>(); // {name...} from here on, by method

        @Nullable
        Node<A> parameter;
    }

    private final Node<A> root = new Node<>();
    private final SortedSet<String> methods = new TreeSet<>();

    /**
     * A tree of routes.
     *
     * @throws IllegalArgumentException if two of them answer the same requests
     */
    public RouteTree(List<Leaf<A>> routes) {
        routes.forEach(this::add);
    }

    private void add(Leaf<A> route) {
        Node<A> node = root;
        Map<String, Leaf<A>> place = null;
        for (Segment segment : route.pattern().segments()) {
            switch (segment.kind()) {
                case LITERAL -> node = node.literals.computeIfAbsent(segment.text(), text -> new Node<>());
                case PARAMETER -> {
                    Node<A> next = node.parameter == null ? new Node<>() : node.parameter;
                    node.parameter = next;
                    node = next;
                }
                case REST -> place = node.resting;
            }
        }
        Leaf<A> before = (place == null ? node.ending : place).putIfAbsent(route.method(), route);
        if (before != null) {
            throw new IllegalArgumentException("two routes answer the same requests: %s %s and %s %s"
                    .formatted(
                            route.method(),
                            before.pattern().text(),
                            route.method(),
                            route.pattern().text()));
        }
        methods.add(route.method());
    }

    /** The methods that any route answers. */
    public SortedSet<String> methods() {
        return methods;
    }

    /** The segments of a path, with escapes undone. */
    public static List<String> split(String rawPath) throws BadRequest {
        String[] parts = rawPath.substring(1).split("/", -1);
        for (int i = 0; i < parts.length; i++) {
            parts[i] = Percent.decode(parts[i]);
        }
        return Arrays.asList(parts);
    }

    /**
     * The route for the method and path, or null.
     *
     * @param others gets the routes that the path has for other methods, if none is the right one
     */
    public @Nullable Match<A> find(String method, List<String> path, List<Leaf<A>> others) {
        List<Map<String, Leaf<A>>> places = new ArrayList<>(2);
        Leaf<A> found = search(root, path, 0, method, places);
        places.forEach(place -> others.addAll(place.values()));
        return found == null ? null : new Match<>(found, path);
    }

    private static <A> @Nullable Leaf<A> search(
            Node<A> node, List<String> path, int at, String method, List<Map<String, Leaf<A>>> places) {
        Leaf<A> found = null;
        if (at == path.size()) {
            found = take(node.ending, method, places);
        } else {
            Node<A> literal = node.literals.get(path.get(at));
            if (literal != null) {
                found = search(literal, path, at + 1, method, places);
            }
            if (found == null && node.parameter != null && !path.get(at).isEmpty()) {
                found = search(node.parameter, path, at + 1, method, places);
            }
            if (found == null) {
                found = take(node.resting, method, places);
            }
        }
        return found;
    }

    private static <A> @Nullable Leaf<A> take(
            Map<String, Leaf<A>> place, String method, List<Map<String, Leaf<A>>> places) {
        Leaf<A> route = place.get(method);
        if (route == null && method.equals("HEAD")) {
            route = place.get("GET");
        }
        if (route == null && !place.isEmpty()) {
            places.add(place);
        }
        return route;
    }
}
