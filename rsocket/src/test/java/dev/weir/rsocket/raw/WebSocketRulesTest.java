package dev.weir.rsocket.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Routes;
import dev.weir.rsocket.RSocketClient;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.RSocketServer;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** M2 and M3 where the transport keeps messages apart: no length stands before a frame. */
class WebSocketRulesTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    private interface Script {
        void play(HttpServer server, BlockingQueue<String> heard) throws Exception;
    }

    private static void serve(Script script) throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        RSocketServer.Builder builder =
                RSocketServer.builder().fragment(64).loop((connection, setup) -> One.of(new LoopAnswers(heard)));
        try (HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(Routes.create().get("/rsocket", builder.webSocket()))
                .start()
                .await(GENEROUS)) {
            script.play(server, heard);
        }
    }

    @Test
    void m2ServerTakesAFrameForEachMessage() throws Exception {
        serve((server, heard) -> {
            try (RawWebSocket peer = new RawWebSocket(server.port(), "/rsocket")) {
                peer.send(RawFrame.setup()).send(RawFrame.response(1, "one"));
                assertEquals("1 PAYLOAD CN one", peer.next());
                peer.sendInPieces(RawFrame.response(3, "two"));
                assertEquals("3 PAYLOAD CN two", peer.next());
                peer.send(RawFrame.response(5, "big:100"));
                assertEquals("5 PAYLOAD FN " + "x".repeat(58), peer.next());
                assertEquals("5 PAYLOAD CN " + "x".repeat(42), peer.next());
            }
        });
    }

    @Test
    void m25ServerRefusesWhoeverBeginsOtherwise() throws Exception {
        serve((server, heard) -> {
            try (RawWebSocket peer = new RawWebSocket(server.port(), "/rsocket")) {
                peer.send(RawFrame.response(1, "one"));
                assertTrue(peer.next().startsWith("0 ERROR 1"));
                assertEquals("end", peer.next());
            }
        });
    }

    @Test
    void m2ClientSendsAMessageForEachFrame() throws Exception {
        serve((server, heard) -> {
            BlockingQueue<String> came = new LinkedBlockingQueue<>();
            LoopConnection connection = RSocketClient.builder()
                    .fragment(64)
                    .build()
                    .connectLoop("ws://127.0.0.1:" + server.port() + "/rsocket", new LoopAnswers(came))
                    .await(GENEROUS);
            connection.post(() -> connection.requestResponse(
                    null, ByteBuffer.wrap("x".repeat(200).getBytes(StandardCharsets.UTF_8)), new StreamListener() {
                        @Override
                        public void next(LoopConnection same, int stream, View payload) {
                            came.add("next " + payload.data().text());
                        }

                        @Override
                        public void failed(LoopConnection same, int stream, RSocketException failure) {
                            came.add(failure.toString());
                        }
                    }));
            assertEquals("response " + "x".repeat(200), heard.poll(120, TimeUnit.SECONDS));
            assertEquals("next " + "x".repeat(200), came.poll(120, TimeUnit.SECONDS));
            connection.post(() -> connection.close("done"));
        });
    }
}
