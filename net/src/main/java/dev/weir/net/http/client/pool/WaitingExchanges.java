package dev.weir.net.http.client.pool;

import dev.weir.Cancellable;
import dev.weir.net.http.client.line.Exchange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The exchanges that wait for a connection, in the order in which they get one: first those that were on one that did not
 * serve them, as they came before the others, and are sent so many times only.
 */
final class WaitingExchanges {
    private final SequencedMap<Exchange, Cancellable> sentBack = new LinkedHashMap<>();
    private final SequencedMap<Exchange, Cancellable> others = new LinkedHashMap<>();

    /**
     * Adds one.
     *
     * @param isSentBack whether it was on a connection before
     * @param timer ends its wait if nothing else does
     */
    void add(Exchange exchange, boolean isSentBack, Cancellable timer) {
        (isSentBack ? sentBack : others).put(exchange, timer);
    }

    /** Whether it waited. */
    boolean remove(Exchange exchange) {
        Cancellable back = sentBack.remove(exchange);
        Cancellable timer = back != null ? back : others.remove(exchange);
        if (timer != null) {
            timer.cancel();
        }
        return timer != null;
    }

    /** Takes the next one out, or null if nobody waits. */
    @Nullable
    Exchange poll() {
        Map.Entry<Exchange, Cancellable> first = (sentBack.isEmpty() ? others : sentBack).pollFirstEntry();
        if (first == null) {
            return null;
        }
        first.getValue().cancel();
        return first.getKey();
    }

    int size() {
        return sentBack.size() + others.size();
    }

    boolean isEmpty() {
        return size() == 0;
    }

    /** All of them, as they are now. */
    List<Exchange> all() {
        List<Exchange> all = new ArrayList<>(sentBack.keySet());
        all.addAll(others.keySet());
        return all;
    }
}
