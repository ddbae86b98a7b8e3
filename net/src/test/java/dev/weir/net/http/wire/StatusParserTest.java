package dev.weir.net.http.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.net.loop.Bytes;
import dev.weir.net.loop.Received;
import org.junit.jupiter.api.Test;

class StatusParserTest {
    private static final String LINE = "HTTP/1.1 200 OK\r\n";

    private static StatusHead parse(String fields) throws BadRequest {
        return new StatusParser(1000, 3).next(Bytes.received(LINE + fields + "\r\n"));
    }

    @Test
    void foldedFieldsAreReadWithSpaces() throws BadRequest {
        StatusHead head = parse("A: b\r\n c\r\n\t d \r\nE: \r\n  f\r\nG: h\r\n \r\n");
        assertArrayEquals(new String[] {"a", "b   c    d", "e", "f", "g", "h"}, head.fields());
    }

    @Test
    void alsoByteByByte() throws BadRequest {
        StatusParser parser = new StatusParser(1000, 3);
        Received in = Bytes.received("");
        StatusHead head = null;
        for (char c : (LINE + "A: b\r\n c\r\n\r\n").toCharArray()) {
            Bytes.append(in, String.valueOf(c));
            head = parser.next(in);
        }
        assertArrayEquals(new String[] {"a", "b   c"}, head.fields());
    }

    @Test
    void thereMustBeAFieldToGoOnWith() {
        assertThrows(BadRequest.class, () -> parse(" a: b\r\n"));
        assertThrows(BadRequest.class, () -> parse("A: b\r\n c\u0000\r\n"));
    }
}
