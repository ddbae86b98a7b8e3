package dev.weir.net.http;

import dev.weir.CheckReturnValue;
import dev.weir.net.http.wire.Json;
import dev.weir.net.http.wire.Statuses;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong, for the client's eyes, as {@code application/problem+json} (RFC 9457).
 *
 * @param status 400 to 599
 * @param type tells kinds of problems apart; null is {@code about:blank}, a kind that its status tells
 * @param title what the type means, the same for all its problems; the status's name unless set, left out if empty
 * @param detail what is wrong this time
 * @param instance names this occurrence, or null
 * @param members what programs may want to know besides: strings, numbers, booleans, nulls, lists and maps of those
 */
@CheckReturnValue
public record Problem(
        int status,
        @Nullable URI type,
        String title,
        String detail,
        @Nullable URI instance,
        Map<String, ? extends @Nullable Object> members) {
    private static final Set<String> OURS = Set.of("status", "type", "title", "detail", "instance");

    /**
     * A problem.
     *
     * @throws IllegalArgumentException if the status is no error's, or a member has the name of one that is there
     */
    public Problem {
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("a failure has a status of 400 to 599, not " + status);
        }
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(detail, "detail");
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        for (String name : members.keySet()) {
            if (OURS.contains(name)) {
                throw new IllegalArgumentException("a problem has a member \"" + name + "\" already");
            }
        }
    }

    /** A problem that its status and a text describe. */
    public static Problem of(int status, String detail) {
        return new Problem(status, null, Statuses.name(status), detail, null, Map.of());
    }

    /** This problem as one of a kind. */
    public Problem withType(URI newType, String newTitle) {
        return new Problem(status, newType, newTitle, detail, instance, members);
    }

    /** This problem with a name for this occurrence. */
    public Problem withInstance(URI newInstance) {
        return new Problem(status, type, title, detail, newInstance, members);
    }

    /** This problem with one more member. */
    public Problem with(String name, @Nullable Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(members);
        more.put(name, value);
        return new Problem(status, type, title, detail, instance, more);
    }

    /** This problem as JSON, in one line. */
    public String toJson() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        if (type != null) {
            all.put("type", type.toString());
        }
        all.put("status", status);
        if (!title.isEmpty()) {
            all.put("title", title);
        }
        all.put("detail", detail);
        if (instance != null) {
            all.put("instance", instance.toString());
        }
        all.putAll(members);
        return Json.value(all) + "\n";
    }
}
