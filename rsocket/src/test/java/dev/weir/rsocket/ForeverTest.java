package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.testkit.VirtualTime;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** A time without end is none: more nanoseconds than can be counted end nothing. */
class ForeverTest {
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final Duration TWO_ROUNDS = Duration.ofSeconds(2);
    private static final int TIMES = 4;

    private final VirtualTime time = new VirtualTime();

    @Test
    void whoIsWaitedForHasAsLongAsHeLikes() throws Exception {
        RSocketServer.Builder builder = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .threads(1)
                .clock(time)
                .setupTimeout(FOREVER)
                .stallTimeout(FOREVER)
                .resume(FOREVER)
                .handler(new RSocket() {
                    @Override
                    public One<Payload> requestResponse(Payload request) {
                        return One.of(request);
                    }
                });
        try (RSocketServer server = builder.start().await(GENEROUS);
                Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.port());
                RSocketConnection client = RSocketClient.builder()
                        .resume(FOREVER)
                        .stallTimeout(FOREVER)
                        .connectTimeout(FOREVER)
                        .handshakeTimeout(FOREVER)
                        .build()
                        .connect("tcp://127.0.0.1:" + server.port())
                        .await(GENEROUS)) {
            Payload question = Payload.of("x");
            for (int i = 0; i < TIMES; i++) {
                assertEquals(question, client.requestResponse(question).await(GENEROUS));
                time.advance(TWO_ROUNDS);
            }
            assertEquals(2, server.connections());
            silent.setSoTimeout(1);
            assertThrows(
                    SocketTimeoutException.class, () -> silent.getInputStream().read());
        }
    }

    @Test
    void whatIsSentAgainDoesNotWaitAsLongAsASetup() {
        LimitsOf limits = new LimitsOf();
        limits.resume(Duration.ofMinutes(1));
        limits.setupTimeout(FOREVER);
        assertEquals(Duration.ofSeconds(10), limits.resumption().patience());
    }
}
