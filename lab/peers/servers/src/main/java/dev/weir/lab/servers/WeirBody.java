package dev.weir.lab.servers;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import java.nio.ByteBuffer;

/** Large bodies by Weir. */
final class WeirBody implements Server {
    @Override
    public void start(Setup setup) throws Exception {
        WeirHttp.serve(
                setup,
                Routes.create()
                        .get("/file", request -> Response.file(setup.file()))
                        .get("/generated", request -> One.of(generated(setup.size()))));
    }

    private static Response generated(long size) {
        return Response.stream(
                Bodies.TYPE,
                Many.range(0, Bodies.pieces(size)).map(index -> ByteBuffer.wrap(Bodies.piece(index, size))));
    }
}
