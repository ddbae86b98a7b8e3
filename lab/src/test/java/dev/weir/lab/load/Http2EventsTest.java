package dev.weir.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Http2EventsTest {
    private static final String HEADERS = "000002" + "01" + "04" + "00000001" + "7e7e";
    private static final String TWO = "000005" + "00" + "00" + "00000001" + "7e0a61627e";
    private static final String NOTHING = "000000" + "00" + "00" + "00000003";
    private static final String RESET = "000004" + "03" + "00" + "00000001" + "00000008";

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }

    @Test
    void countsTheMarksOfDataHoweverItComes() throws IOException {
        String all = HEADERS + TWO + NOTHING + TWO;
        assertEquals(4, new Http2Events().received(bytes(all)));
        Http2Events events = new Http2Events();
        int count = 0;
        for (int i = 0; i < all.length(); i += 2) {
            count += events.received(bytes(all.substring(i, i + 2)));
        }
        assertEquals(4, count);
    }

    @Test
    void aStreamThatEndsFails() {
        assertThrows(IOException.class, () -> new Http2Events().received(bytes(TWO + RESET)));
    }
}
