package dev.weir.net.http;

import dev.weir.net.http.Pattern.Kind;
import dev.weir.net.http.Pattern.Segment;
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

/** Finds the route of a path: at each segment a literal comes before a parameter, that before a rest. */
final class RouteTree {
    /**
     * A pattern and what answers it.
     *
     * @param handler with the filters around it
     * @param filters for what answers other methods of the path
     */
    record Route(String method, Pattern pattern, Handler handler, List<Filter> filters) {}

    /** A route and the segments of a path that led to it. */
    record Match(Route route, List<String> path) {
        /** What the pattern's parameters stand for. */
        Params params() {
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

    private static final class Node {
        final Map<String, Node> literals = new HashMap<>();
        final Map<String, Route> ending = new HashMap<>(); // by method
        final Map<String, Route> resting = new HashMap<>(); // {name...} from here on, by method

        @Nullable
        Node parameter;
    }

    private final Node root = new Node();
    private final SortedSet<String> methods = new TreeSet<>();

    RouteTree(List<Route> routes) {
        routes.forEach(this::add);
    }

    private void add(Route route) {
        Node node = root;
        Map<String, Route> place = null;
        for (Segment segment : route.pattern().segments()) {
            switch (segment.kind()) {
                case LITERAL -> node = node.literals.computeIfAbsent(segment.text(), text -> new Node());
                case PARAMETER -> {
                    Node next = node.parameter == null ? new Node() : node.parameter;
                    node.parameter = next;
                    node = next;
                }
                case REST -> place = node.resting;
            }
        }
        Route before = (place == null ? node.ending : place).putIfAbsent(route.method(), route);
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
    SortedSet<String> methods() {
        return methods;
    }

    /** The segments of a path, with escapes undone. */
    static List<String> split(String rawPath) throws BadRequest {
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
    @Nullable
    Match find(String method, List<String> path, List<Route> others) {
        List<Map<String, Route>> places = new ArrayList<>(2);
        Route found = search(root, path, 0, method, places);
        places.forEach(place -> others.addAll(place.values()));
        return found == null ? null : new Match(found, path);
    }

    private static @Nullable Route search(
            Node node, List<String> path, int at, String method, List<Map<String, Route>> places) {
        Route found = null;
        if (at == path.size()) {
            found = take(node.ending, method, places);
        } else {
            Node literal = node.literals.get(path.get(at));
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

    private static @Nullable Route take(Map<String, Route> place, String method, List<Map<String, Route>> places) {
        Route route = place.get(method);
        if (route == null && method.equals("HEAD")) {
            route = place.get("GET");
        }
        if (route == null && !place.isEmpty()) {
            places.add(place);
        }
        return route;
    }
}
