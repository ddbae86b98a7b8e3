package dev.weir.net.http.server;

import dev.weir.net.http.wire.MessageWriter;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Output;
import java.nio.ByteBuffer;

/** Writes one response as HTTP/1.1 frames it. */
final class ResponseWriter {
    private final Output out;
    private final RequestHead request;
    private BodyFraming framing = BodyFraming.LENGTH;
    private boolean keepAlive;

    ResponseWriter(Output out, RequestHead request) {
        this.out = out;
        this.request = request;
    }

    void head(Reply response, boolean silent, boolean reusable) {
        framing = BodyFraming.choose(response, request.http10(), silent);
        keepAlive = reusable && request.keepAlive() && framing != BodyFraming.UNTIL_CLOSE;
        ResponseHead.write(out, response, framing, keepAlive, request.http10());
    }

    void piece(ByteBuffer content) {
        MessageWriter.piece(out, content, framing == BodyFraming.CHUNKED);
    }

    void end(String[] trailers) {
        if (framing == BodyFraming.CHUNKED) {
            MessageWriter.end(out, trailers);
        }
    }

    /** Whether the connection goes on, as far as the head has said so. */
    boolean keepsAlive() {
        return keepAlive;
    }

    /** Whether a connection that is closed as usual would make the response seem complete. */
    boolean endsAtClose() {
        return framing == BodyFraming.UNTIL_CLOSE;
    }
}
