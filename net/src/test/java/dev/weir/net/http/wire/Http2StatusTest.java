package dev.weir.net.http.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The status of a response over HTTP/2: three digits (RFC 9110 section 15), of which the first is not zero. */
class Http2StatusTest {
    private static final int FIELDS = 10;

    @ParameterizedTest
    @ValueSource(ints = {100, 200, 599, 999})
    void isOfThreeDigits(int status) throws BadRequest {
        assertEquals(
                status, Http2Head.response(with(String.valueOf(status)), FIELDS).status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2", "20", "099", "2000", "+20", "-20", "20x", " 20", "\u0662\u0660\u0660"})
    void isNothingElse(String status) {
        refused(with(status));
    }

    @Test
    void isThere() {
        refused(new DefaultHttp2Headers(false));
    }

    private static Http2Headers with(String status) {
        return new DefaultHttp2Headers(false).status(status);
    }

    private static void refused(Http2Headers headers) {
        BadRequest refusal = assertThrows(BadRequest.class, () -> Http2Head.response(headers, FIELDS));
        assertEquals("the response has no status, or several", refusal.getMessage());
    }
}
