package dev.weir.lab.servers;

import reactor.core.publisher.Sinks;

/** Events by reactor-netty, which listeners that do not keep up miss. */
final class ReactorNettyEvents implements Server {
    @Override
    public void start(Setup setup) {
        Sinks.Many<String> events = Sinks.many().multicast().directBestEffort();
        ReactorNettyHttp.server(setup)
                .route(routes -> routes.get(
                        "/events", (request, response) -> response.sse().sendString(events.asFlux())))
                .bindNow();
        Events.happen(setup, () -> events.tryEmitNext(Events.text()));
    }
}
