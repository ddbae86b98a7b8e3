package dev.weir.net.dial;

import dev.weir.Clock;
import dev.weir.One;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Looks up hosts, keeps what was found, and puts the addresses in the order in which they are tried. */
public final class Addresses {
    static final Duration KEPT = Duration.ofSeconds(30);
    private static final int MOST = 1_000;

    private final Function<String, One<List<InetAddress>>> resolver;
    private final Clock clock;
    private final Map<String, Known> cache = new ConcurrentHashMap<>();

    private record Known(List<InetAddress> addresses, long since) {}

    public Addresses(Function<String, One<List<InetAddress>>> resolver, Clock clock) {
        this.resolver = resolver;
        this.clock = clock;
    }

    One<List<InetAddress>> of(String host) {
        return One.defer(() -> {
            try {
                return One.of(List.of(InetAddress.ofLiteral(host)));
            } catch (IllegalArgumentException notAnAddress) {
                Known known = cache.get(host);
                return known != null && clock.nanoTime() - known.since() < KEPT.toNanos()
                        ? One.of(known.addresses())
                        : ask(host);
            }
        });
    }

    private One<List<InetAddress>> ask(String host) {
        One<List<InetAddress>> asked = One.blocking(() -> resolver.apply(host)).flatMap(answer -> answer);
        return asked.flatMap(found -> {
            if (found.isEmpty()) {
                return One.fail(() -> new UnknownHostException("no address is known for it"));
            }
            List<InetAddress> ordered = interleave(found);
            if (cache.size() >= MOST) {
                cache.clear();
            }
            cache.put(host, new Known(ordered, clock.nanoTime()));
            return One.of(ordered);
        });
    }

    /** The families in turn, beginning with that of the first (RFC 8305 section 4). */
    static List<InetAddress> interleave(List<InetAddress> found) {
        boolean sixFirst = found.getFirst() instanceof Inet6Address;
        List<InetAddress> first = found.stream()
                .filter(address -> address instanceof Inet6Address == sixFirst)
                .toList();
        List<InetAddress> second = found.stream()
                .filter(address -> address instanceof Inet6Address != sixFirst)
                .toList();
        List<InetAddress> ordered = new ArrayList<>(found.size());
        for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
            first.stream().skip(i).limit(1).forEach(ordered::add);
            second.stream().skip(i).limit(1).forEach(ordered::add);
        }
        return List.copyOf(ordered);
    }
}
