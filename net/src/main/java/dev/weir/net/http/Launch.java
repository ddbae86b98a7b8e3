package dev.weir.net.http;

import dev.weir.One;
import dev.weir.net.AddressInUseException;
import dev.weir.net.http.server.Limits;
import dev.weir.net.http.server.Protocols;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.Listener;
import dev.weir.net.loop.Watchdog;
import dev.weir.net.tls.TlsKeeper;
import dev.weir.net.tls.TlsSource;
import java.time.Duration;

/** Makes a server of its settings, which may be changed for the next one. */
final class Launch {
    private Launch() {}

    static Limits limits(HttpServer.Builder settings) {
        return new Limits(
                settings.maxRequestLine,
                settings.maxHeaderBytes,
                settings.maxHeaderFields,
                settings.maxBody,
                settings.maxPipelinedBytes,
                settings.maxInFlight,
                settings.maxConcurrentStreams,
                settings.maxResets,
                settings.streamWindow,
                settings.headerTimeout,
                settings.idleTimeout,
                settings.stallTimeout,
                settings.heartbeat);
    }

    static One<HttpServer> of(HttpServer.Builder settings) {
        Handler answers = settings.handler;
        if (answers == null) {
            throw new IllegalStateException("the server has no handler: say what answers requests with handler(..)");
        }
        Limits limits = limits(settings);
        Held held = Held.ofServer(settings.maxHeldBytes);
        Listener.Options options = new Listener.Options(
                settings.reusePort ? settings.place.shared() : settings.place,
                settings.maxConnections,
                settings.loops,
                held,
                settings.clock,
                limits.shortest(),
                false,
                settings.proxyNetworks,
                AddressInUseException::new);
        Service.Settings around = new Service.Settings(
                settings.codec != null ? settings.codec : Codec.standard(),
                settings.observer,
                settings.alwaysServed,
                settings.retryAfter,
                settings.proxies);
        Duration stuck = settings.stuckAfter;
        TlsSource secrets = (TlsSource) settings.tls;
        return One.defer(() -> {
            Service service = new Service(answers, limits, held, around);
            TlsKeeper keeper = secrets == null ? null : new TlsKeeper(Protocols.OFFERED, Protocols.strangers(service));
            One<Listener> listening = keeper == null || secrets == null
                    ? Listener.open(options, Protocols.plain(service))
                    : keeper.listen(secrets, options, Protocols.agreed(service));
            return listening
                    .doOnValue(listener -> Watchdog.watch(listener, stuck))
                    .map(listener -> new HttpServer(listener, service, keeper));
        });
    }
}
