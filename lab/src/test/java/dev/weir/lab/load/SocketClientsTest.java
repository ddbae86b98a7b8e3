package dev.weir.lab.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SocketClientsTest {
    @Test
    void eventsAreCountedByTheirMark() {
        byte[] bytes = "data: one~\n\ndata: two~\n\ndata: th".getBytes(StandardCharsets.US_ASCII);
        assertEquals(2, EventClients.marks(ByteBuffer.wrap(bytes)));
        assertEquals(1, EventClients.marks(ByteBuffer.wrap(bytes).limit(15)));
    }

    /** The frame of RFC 6455, section 5.2: final, text, masked, 64 bytes. */
    @Test
    void framesAreMasked() {
        byte[] frame = EchoClients.frame();
        assertEquals(2 + 4 + 64, frame.length);
        assertArrayEquals(new byte[] {(byte) 0x81, (byte) (0x80 | 64)}, Arrays.copyOf(frame, 2));
        assertEquals('0', frame[6] ^ frame[2]);
        assertEquals('f', frame[6 + 15] ^ frame[2 + 3]);
    }

    @Test
    void moreConnectionsThanAProcessMayHaveTakeMoreProcesses() {
        int most = Limits.connectionsPerProcess();
        assertEquals(1, Limits.processes(1));
        assertEquals(1, Limits.processes(most));
        assertEquals(2, Limits.processes(most + 1));
        assertEquals("127.0.0.2", Limits.host(1));
    }
}
