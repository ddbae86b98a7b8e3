package dev.weir.net.http.client.line;

import dev.weir.net.http.wire.Chars;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import java.nio.charset.StandardCharsets;

/** What a server said when it ended its connection because of an error (RFC 9113 section 6.8). */
record GoAway(String text) {
    private static final int LONGEST = 200;

    static GoAway of(long code, ByteBuf debug) {
        Http2Error error = Http2Error.valueOf(code);
        String said =
                debug.toString(debug.readerIndex(), Math.min(debug.readableBytes(), LONGEST), StandardCharsets.UTF_8);
        String name = error == null ? "error " + code : error.toString();
        return new GoAway(said.isBlank() ? name : name + ": " + Chars.visible(said.strip()));
    }

    @Override
    public String toString() {
        return "the server closed the connection (" + text + ")";
    }
}
