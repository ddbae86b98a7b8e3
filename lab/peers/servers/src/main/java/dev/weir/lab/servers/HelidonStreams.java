package dev.weir.lab.servers;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/** Bodies by Helidon, each on a virtual thread. */
final class HelidonStreams implements Server {
    @Override
    public void start(Setup setup) {
        WebServer.builder()
                .host(setup.host())
                .port(setup.port())
                .backlog(Setup.BACKLOG)
                .connectionOptions(options -> options.tcpNoDelay(true))
                .routing(routing -> routing.get("/", (request, response) -> HelidonHttp.answer(response, Duration.ZERO))
                        .get("/download/{megabytes}", HelidonStreams::download)
                        .post(Streams.UPLOAD, HelidonStreams::upload))
                .build()
                .start();
    }

    private static void download(ServerRequest request, ServerResponse response) throws IOException {
        long left = Streams.sizeOf(request.path().pathParameters().get("megabytes"));
        response.header(HeaderNames.CONTENT_TYPE, Bodies.TYPE);
        try (OutputStream out = response.outputStream()) {
            while (left > 0) {
                byte[] piece = Bodies.piece(left);
                out.write(piece);
                left -= piece.length;
            }
        }
    }

    private static void upload(ServerRequest request, ServerResponse response) throws IOException {
        long size = 0;
        byte[] piece = new byte[Bodies.PIECE];
        try (InputStream in = request.content().inputStream()) {
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                size += count;
            }
        }
        response.send(String.valueOf(size));
    }
}
