package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StreamingTest {
    @Test
    void fewClientsHaveATickToo() {
        assertEquals(1, Streaming.tick(1, 1));
        assertEquals(2, Streaming.tick(199, 1));
        assertEquals(100, Streaming.tick(10_000, 1));
        assertEquals(160, Streaming.tick(1_000, 16));
    }
}
