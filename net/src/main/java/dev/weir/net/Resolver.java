package dev.weir.net;

import dev.weir.One;
import java.net.InetAddress;
import java.util.List;

/** Looks up hosts. What it finds is kept for half a minute. */
@FunctionalInterface
public interface Resolver {
    /** The host's addresses, at least one; a failure if it has none. The host is never an address itself. */
    One<List<InetAddress>> resolve(String host);

    /** The system's, as the JDK asks it, on a virtual thread. */
    static Resolver system() {
        return host -> One.blocking(() -> List.of(InetAddress.getAllByName(host)));
    }
}
