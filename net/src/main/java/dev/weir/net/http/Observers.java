package dev.weir.net.http;

import java.net.InetSocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Two observers as one. */
record Observers(Observer first, Observer second) implements Observer {
    static Observer of(@Nullable Observer before, Observer another) {
        Objects.requireNonNull(another, "observer");
        return before == null ? another : new Observers(before, another);
    }

    @Override
    public void began(Request request) {
        first.began(request);
        second.began(request);
    }

    @Override
    public void over(Exchanged exchange) {
        first.over(exchange);
        second.over(exchange);
    }

    @Override
    public void refused(InetSocketAddress client, int status, String detail) {
        first.refused(client, status, detail);
        second.refused(client, status, detail);
    }
}
