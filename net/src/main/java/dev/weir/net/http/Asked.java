package dev.weir.net.http;

import dev.weir.net.http.load.Occupied;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Peer;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What all views of a request share: what a connection has brought, or somebody has made by hand. */
interface Asked {
    RequestHead head();

    Service service();

    Peer peer();

    /** The version of HTTP that it came by, unless that is 1.0. */
    String protocol();

    Executor loop();

    /** The place that it may have among those that are in flight. */
    Occupied occupied();

    /** Routes in routes: the innermost pattern is the last to be told. */
    void matched(String pattern);

    @Nullable
    String route();

    /** Changes the response of a failure, before those that were told earlier do, as filters around others are. */
    void onFailure(UnaryOperator<Response> change);

    /** What is answered in place of a response that the handler's filters have seen. */
    Response instead(Response answer);
}
