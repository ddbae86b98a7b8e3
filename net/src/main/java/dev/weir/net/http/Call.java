package dev.weir.net.http;

import dev.weir.net.http.wire.RequestHead;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What all views of one request share. */
final class Call {
    final RequestHead head;
    final Peer peer;
    final String protocol;
    final Executor loop;
    final Service service;
    private @Nullable String route;

    Call(RequestHead head, Carrier carrier, Service service) {
        this.head = head;
        this.peer = carrier.peer();
        this.protocol = carrier.protocol();
        this.loop = carrier.loop();
        this.service = service;
    }

    /** Routes in routes: the innermost pattern is the last to be told. */
    void matched(String pattern) {
        route = pattern;
    }

    @Nullable
    String route() {
        return route;
    }
}
