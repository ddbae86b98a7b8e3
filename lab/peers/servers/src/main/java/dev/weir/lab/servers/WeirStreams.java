package dev.weir.lab.servers;

import dev.weir.Broadcast;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.ServerSentEvent;
import java.nio.ByteBuffer;

/** Bodies and events by Weir. */
final class WeirStreams implements Server {
    private static final int WAITING = 64;

    @Override
    public void start(Setup setup) throws Exception {
        Broadcast<ServerSentEvent> events = Broadcast.create();
        WeirHttp.serve(
                setup,
                Routes.create()
                        .get("/", request -> One.of(Response.text(Answer.TEXT)))
                        .get("/download/{megabytes}", request -> One.of(body(request.param("megabytes"))))
                        .post(
                                Streams.UPLOAD,
                                request ->
                                        request.forEachPiece(piece -> {}).map(size -> Response.text(size.toString())))
                        .get(
                                Streams.EVENTS,
                                request -> One.of(Response.sse(events.listen(Overflow.dropOldest(WAITING))))));
        Events.happen(setup, () -> events.emit(ServerSentEvent.of(Events.data())));
    }

    private static Response body(String megabytes) {
        long size = Streams.sizeOf(megabytes);
        return Response.stream(
                Bodies.TYPE,
                Many.range(0, Bodies.pieces(size)).map(index -> ByteBuffer.wrap(Bodies.piece(index, size))));
    }
}
