package dev.weir.net.http.client.line;

/** Who finds connections for exchanges; may be told on any thread. */
public interface Finder {
    /** Nobody wants the exchange any longer. */
    void cancel(Exchange exchange);

    /** It takes too long. */
    void expire(Exchange exchange, RuntimeException late);

    /** Whether it is the client itself that closes its connections. */
    boolean isKilled();
}
