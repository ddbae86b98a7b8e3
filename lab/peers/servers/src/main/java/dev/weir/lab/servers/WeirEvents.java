package dev.weir.lab.servers;

import dev.weir.Broadcast;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.ServerSentEvent;

/** Events by Weir, which listeners that do not keep up miss. */
final class WeirEvents implements Server {
    private static final int WAITING = 64;

    @Override
    public void start(Setup setup) throws Exception {
        Broadcast<ServerSentEvent> events = Broadcast.create();
        WeirHttp.serve(
                setup,
                Routes.create()
                        .get("/events", request -> One.of(Response.sse(events.listen(Overflow.dropOldest(WAITING))))));
        Events.happen(setup, () -> events.emit(ServerSentEvent.of(Events.data())));
    }
}
