package dev.weir.net.http;

import dev.weir.Many;
import dev.weir.net.http.content.BytesContent;
import dev.weir.net.http.server.Coder;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Sends what a response carries, each kind of body in its way; on the event loop. */
final class BodySender {
    private BodySender() {}

    private record Streamed(Coding coding) implements Coder.StreamCoding {
        @Override
        public OutputStream open(OutputStream to) throws IOException {
            return coding.open(to);
        }

        @Override
        public long memory(long written) {
            return coding.memory(written);
        }
    }

    static void send(Serving to, Body content) {
        send(to, content, null);
    }

    private static void send(Serving to, Body content, @Nullable Streamed coding) {
        switch (content) {
            case Body.Bytes bytes
            when bytes.content().length <= BytesContent.AT_ONCE -> {
                to.finish(bytes.content());
            }
            case Body.Bytes bytes -> to.sending(coding).bytes(bytes.pieces(), bytes.length());
            case Body.Stream stream -> to.sending(coding).bytes(stream.pieces(), stream.length());
            case Body.Encoded values ->
                to.sending(coding)
                        .encoded(
                                values.pieces(),
                                to::sendHead,
                                to.service().limits().heartbeat());
            case Body.File file
            when coding == null && !to.hasTrailers() -> { // before which it may have to go in chunks
                to.sending(null).file(file::opened, to::sendHead);
            }
            case Body.File file ->
                to.sending(coding)
                        .encoded(
                                file.pieces(),
                                to::sendHead,
                                to.service().limits().heartbeat());
            case Body.Coded coded -> send(to, coded.content(), new Streamed(coded.coding()));
            case Body.Valued unknown -> throw new IllegalStateException("values are encoded before");
            case Body.Switch next -> throw new IllegalStateException("a response without a body");
            case Body.Events events ->
                to.sending(coding)
                        .events(
                                to.service().isDraining() ? Many.empty() : events.content(),
                                EventBytes.ofThisLoop()::of,
                                to.service().limits().heartbeat());
        }
    }
}
