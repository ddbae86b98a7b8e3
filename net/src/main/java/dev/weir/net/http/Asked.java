package dev.weir.net.http;

import dev.weir.net.http.load.Occupied;
import dev.weir.net.http.server.BodyMemory;
import dev.weir.net.http.server.Carrier;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Peer;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What all views of a request share: what a connection has brought, or somebody has made by hand. */
abstract class Asked extends Occupied {
    private @Nullable String route;
    private @Nullable Failures failures;
    private volatile boolean hasTold; // from another thread: maybe it is on its way to the loop

    abstract RequestHead head();

    abstract Service service();

    /** Counts what is held of its bodies. */
    abstract BodyMemory body();

    abstract Peer peer();

    /** For whom it is: the peer, or who is behind it. */
    final Peer client() {
        return service().client(peer(), head());
    }

    /** The version of HTTP that it came by, unless that is 1.0. */
    abstract String protocol();

    abstract Executor loop();

    /** The largest body that is held as a whole, in bytes. */
    final int maxBody() {
        return service().limits().maxBody();
    }

    /** Sends what helps until there is a response, with a status of 102 to 199. */
    abstract void interim(int status, Headers fields);

    /** Has the loop do what comes before the answer. On any thread. */
    final void tell(Carrier carrier, Runnable task) {
        if (!carrier.isOnLoop()) {
            hasTold = true;
        }
        carrier.onLoop(task);
    }

    /** Has the loop do what the answer is, behind what was told, also if it is known there at once. On any thread. */
    final void answer(Carrier carrier, Runnable task) {
        if (hasTold) {
            carrier.onLoopBehindOthers(task);
        } else {
            carrier.onLoop(task);
        }
    }

    /** Routes in routes: the innermost pattern is the last to be told. */
    final void matched(String pattern) {
        route = pattern;
    }

    final @Nullable String route() {
        return route;
    }

    /** Changes the response of a failure, in place of what was told before. */
    abstract void onFailure(Failures.Change change);

    /** What is answered in place of a response that the handler's filters have seen. */
    final Response instead(Response answer) {
        return failures().changed(answer);
    }

    final Failures failures() {
        if (failures == null) {
            failures = new Failures(head());
        }
        return failures;
    }
}
