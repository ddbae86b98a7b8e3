package dev.weir.net.http;

import java.net.InetSocketAddress;

/** Two observers as one. */
record Observers(Observer first, Observer second) implements Observer {
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
