package dev.weir.rsocket.engine;

import dev.weir.net.link.Link;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What few streams have: payloads of which not all fragments have come, and more demand than can be said at once. */
final class Extras {
    /** More than will ever come. */
    static final long ENDLESS = 1L << 62;

    private final Link link;
    private final Limits limits;
    private final Map<Integer, Assembly> assemblies = new HashMap<>();
    private final Map<Integer, Long> demands = new HashMap<>();
    private long assembled;

    Extras(Link link, Limits limits) {
        this.link = link;
        this.limits = limits;
    }

    /**
     * Takes a fragment.
     *
     * @return what is wrong with it, or null
     */
    @Nullable
    String add(int stream, FrameView fragment) {
        Assembly assembly = assemblies.computeIfAbsent(stream, begun -> new Assembly());
        if (assembly.length() + (long) fragment.length() > limits.maxPayload()) {
            return tooLong(limits);
        }
        if (assembled + fragment.length() > limits.maxAssembled()) {
            return "the payloads whose fragments have not all come have more than " + limits.maxAssembled()
                    + " bytes (maxAssembled)";
        }
        if (!Room.isFor(link, assembled + fragment.length())) {
            return Room.NONE;
        }
        if (!assembly.add(fragment)) {
            return "a fragment has metadata, and data has come before";
        }
        count(fragment.length());
        return null;
    }

    private void count(int more) {
        assembled += more;
        link.count(more);
    }

    static String tooLong(Limits limits) {
        return "a payload has more than " + limits.maxPayload() + " bytes (maxPayload)";
    }

    /** Shows a payload that is whole, and forgets it. */
    void show(int stream, FrameView view) {
        Assembly whole = assemblies.remove(stream);
        if (whole != null) {
            count(-whole.length());
            whole.show(view);
        }
    }

    /** Adds to what is counted, or begins to count; what is without end is not counted any more. */
    void addDemand(int stream, long count) {
        demands.merge(stream, count, (before, more) -> more < ENDLESS - before ? (Long) (before + more) : null);
    }

    /** Takes at most so much of the demand that waits; what is left is asked for by {@link #hasDemand}. */
    int takeDemand(int stream, int most) {
        long left = demands.getOrDefault(stream, 0L);
        int taken = (int) Math.min(left, most);
        if (left == taken) {
            demands.remove(stream);
        } else {
            demands.put(stream, left - taken);
        }
        return taken;
    }

    boolean hasDemand(int stream) {
        return demands.containsKey(stream);
    }

    void forget(int stream) {
        Assembly dropped = assemblies.remove(stream);
        if (dropped != null) {
            count(-dropped.length());
        }
        demands.remove(stream);
    }
}
