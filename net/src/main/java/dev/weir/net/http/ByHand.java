package dev.weir.net.http;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.net.http.route.Params;
import dev.weir.net.http.server.BodyMemory;
import dev.weir.net.http.server.Content;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.Percent;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.Hosts;
import dev.weir.net.loop.Peer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;

/** A request that no connection has brought: handlers are tried with it. */
final class ByHand extends Asked {
    private static final Service SERVICE = new Service(
            request -> One.never(),
            Launch.limits(HttpServer.builder()),
            Held.ofServer(Long.MAX_VALUE),
            new Service.Settings(Codec.standard(), null, request -> false, Duration.ofSeconds(1), null));
    private static final Peer PEER =
            new Peer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), false, List.of(), Hosts.ALL);

    private final RequestHead head;
    private final BodyMemory body = BodyMemory.uncounted(SERVICE);

    private ByHand(RequestHead head) {
        this.head = head;
    }

    static Request request(String method, String target) {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(target, "target");
        boolean ofTheServer = target.equals("*") && method.equals("OPTIONS");
        if (!Chars.isToken(method) || !Chars.isTarget(target) || !(target.startsWith("/") || ofTheServer)) {
            throw new IllegalArgumentException("\"" + Chars.visible(method + " " + target)
                    + "\" is no request: it has a method, and a path that begins with / and has its escapes");
        }
        int question = target.indexOf('?');
        RequestHead head = new RequestHead(
                method,
                target,
                question < 0 ? target : target.substring(0, question),
                question < 0 ? null : target.substring(question + 1),
                new String[] {"host", "localhost"},
                0,
                true,
                false,
                false);
        try {
            ByHand asked = new ByHand(head);
            Content none = new Content.Given(new byte[0], asked.body);
            String path = Percent.decode(head.path());
            return new Request(asked, path, new Headers(head.fields()), none, Params.NONE, Context.empty());
        } catch (BadRequest malformed) {
            throw new IllegalArgumentException(malformed.detail(), malformed);
        }
    }

    @Override
    RequestHead head() {
        return head;
    }

    @Override
    Service service() {
        return SERVICE;
    }

    @Override
    BodyMemory body() {
        return body;
    }

    @Override
    Peer peer() {
        return PEER;
    }

    @Override
    String protocol() {
        return "HTTP/1.1";
    }

    @Override
    Executor loop() {
        return Runnable::run;
    }

    @Override
    void interim(int status, Headers fields) {
        // nobody waits for them
    }

    @Override
    protected void free() {
        // it was never taken
    }

    @Override
    void onFailure(Failures.Change change) {
        failures().change(change);
    }
}
