package dev.weir.net.http.client.line;

/** Whom a connection belongs to, and who lends it; may be told on any thread. */
public interface Owner {
    /** One exchange less is on the connection. */
    void release();

    /** The exchange could not begin on the connection, which takes no more. */
    void again(Exchange exchange);

    /** No more exchanges are to begin on the connection; when it has none it is closed. */
    void retire();

    /** The connection can carry so many exchanges from now on. */
    void resize(int newRoom);

    /** The connection is closed. */
    void closed();
}
