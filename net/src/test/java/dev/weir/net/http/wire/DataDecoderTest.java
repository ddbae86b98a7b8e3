package dev.weir.net.http.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.loop.Bytes;
import dev.weir.net.loop.Received;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import org.junit.jupiter.api.Test;

class DataDecoderTest {
    private static final String[] SUM = {"x-sum", "1"};

    private static void trailers(DataDecoder decoder) throws BadRequest {
        decoder.trailers(new DefaultHttp2Headers().add(SUM[0], SUM[1]), 10);
        decoder.frame(0, true);
    }

    @Test
    void trailersThatHaveComeAreToldWhenAllOfTheBodyWasTaken() throws BadRequest {
        DataDecoder decoder = new DataDecoder(-1, () -> {});
        Received in = Bytes.received("ab");
        decoder.frame(2, false);
        trailers(decoder);
        assertFalse(decoder.isDone());
        assertArrayEquals(Trailers.NONE, decoder.trailers());
        assertEquals(2, decoder.next(in).remaining());
        assertTrue(decoder.isDone());
        assertArrayEquals(SUM, decoder.trailers());
    }

    @Test
    void trailersThatComeBehindWhatWasTakenAreToldAtOnce() throws BadRequest {
        DataDecoder decoder = new DataDecoder(2, () -> {});
        decoder.frame(2, false);
        assertEquals(2, decoder.next(Bytes.received("ab")).remaining());
        assertFalse(decoder.isDone());
        trailers(decoder);
        assertTrue(decoder.isDone());
        assertArrayEquals(SUM, decoder.trailers());
        assertNull(decoder.next(Bytes.received("")));
    }

    @Test
    void aBodyIsAsLongAsDeclared() throws BadRequest {
        DataDecoder decoder = new DataDecoder(2, () -> {});
        assertThrows(BadRequest.class, () -> decoder.frame(3, false));
        assertThrows(BadRequest.class, () -> new DataDecoder(2, () -> {}).frame(1, true));
    }
}
