package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.weir.Many;
import dev.weir.One;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The law: what a server tells of a failure has no name of a Java class in it, by whatever interaction was asked, unless the
 * application has written it; the server's log has the whole.
 */
class ToldErrorsTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final Pattern OF_JAVA =
            Pattern.compile("(java|javax|jdk|org|com|io|dev)\\.\\w+\\.|Exception|Error|Money|Ask");

    enum Currency {
        EUR,
        USD
    }

    record Money(long cents) {
        @JsonCreator
        static Money of(String text) {
            return new Money(Long.parseLong(text));
        }
    }

    record Ask(
            @Nullable Currency currency,
            int amount,
            @Nullable UUID id,
            @Nullable Money money,
            @Nullable Map<Money, Integer> kinds,
            @Nullable List<Ask> more) {}

    /** Nobody knows how to make one. */
    interface Unreadable {}

    /** Of that type no data is, of which the codec knows nothing but that. */
    static List<String> noValues() {
        return List.of(
                "",
                "null",
                "{",
                "[]",
                "7",
                "x",
                "{} {}",
                "{\"amount\":1,\"amount\":2}",
                "{\"amount\":null}",
                "{\"amount\":99999999999}",
                "{\"amount\":[]}",
                "{\"currency\":\"GBP\"}",
                "{\"currency\":1}",
                "{\"id\":\"x\"}",
                "{\"money\":\"x\"}",
                "{\"money\":{}}",
                "{\"kinds\":{\"x\":1}}",
                "{\"more\":[{\"unknown\":1}]}",
                "[".repeat(2_000));
    }

    private static final String GOOD = "{\"amount\":1}";

    private final Map<String, Function<Ask, One<?>>> failing = Map.of(
            "throws",
            ask -> {
                throw new IllegalStateException("in " + ask);
            },
            "fails",
            ask -> One.fail(() -> new ClassCastException("no " + Money.class)),
            "can't be written",
            ask -> One.of(new Object()),
            "null",
            ask -> null,
            "late",
            ask -> One.never().timeout(Duration.ofMillis(1)),
            "broken connection",
            ask -> One.fail(() -> new RSocketException.ConnectionError("no " + Money.class, new EOFException())),
            "answer of another",
            ask -> asking().route("text").as(Ask.class),
            "answers of another",
            ask -> asking().route("texts").asMany(Ask.class).toList());

    private final KeptLog log = new KeptLog();
    private final RSocketServer server = RSocketServer.builder()
            .bind("127.0.0.1", 0)
            .handler(routes())
            .start()
            .await(GENEROUS);
    private final RSocketConnection asking =
            RSocketClient.create().connect("tcp://127.0.0.1:" + server.port()).await(GENEROUS);

    /** Of the failing functions, which are all asked with more than one; and of one that takes all. */
    private RSocketRoutes routes() {
        RSocketRoutes all = with("takes", ask -> One.of("taken"), RSocketRoutes.create())
                .response("text", String.class, text -> One.of("no ask"))
                .stream("texts", String.class, text -> Many.of("no ask"))
                .response("unreadable", Unreadable.class, any -> One.of("read"))
                .response(
                        "coded",
                        String.class,
                        code -> One.fail(() -> new RSocketException.Custom(Integer.decode(code), "told as it is")));
        for (Map.Entry<String, Function<Ask, One<?>>> each : failing.entrySet()) {
            Function<Ask, One<?>> function =
                    ask -> ask.amount() == 1 ? One.of("taken") : each.getValue().apply(ask);
            all = with(each.getKey(), function, all);
        }
        return all;
    }

    private static RSocketRoutes with(String route, Function<Ask, One<?>> function, RSocketRoutes all) {
        return all.response(route, Ask.class, function).stream(
                        route, Ask.class, ask -> function.apply(ask).toMany())
                .channel(
                        route,
                        Ask.class,
                        asks -> asks.concatMap(ask -> function.apply(ask).toMany()))
                .fireAndForget(route, Ask.class, ask -> function.apply(ask).thenReturn(null));
    }

    private RSocketConnection asking() {
        return asking;
    }

    @AfterEach
    void stop() {
        asking.close();
        server.close();
        log.close();
    }

    /** By each interaction that is answered. */
    private Map<String, One<?>> asked(String route, String value) {
        Map<String, One<?>> asked = new LinkedHashMap<>();
        RSocketRequest request = asking.route(route);
        asked.put("response", request.value(value).as(String.class));
        asked.put("stream", request.value(value).asMany(String.class).toList());
        asked.put("channel", request.values(Many.of(value)).asMany(String.class).toList());
        asked.put(
                "channel, later",
                request.values(Many.of(GOOD, value)).asMany(String.class).toList());
        return asked;
    }

    private LogRecord logged(String how) throws Exception {
        LogRecord line = log.lines.poll(120, TimeUnit.SECONDS);
        assertTrue(line != null && log.lines.isEmpty(), () -> how + ": " + log.lines);
        return line;
    }

    private static void check(String how, String told) {
        assertFalse(OF_JAVA.matcher(told).find(), () -> how + ": " + told);
    }

    @ParameterizedTest
    @MethodSource("noValues")
    void whatIsNoValue(String value) throws Exception {
        String whole = "the data for route \"takes\" is no " + Ask.class.getName();
        for (Map.Entry<String, One<?>> each : asked("takes", value).entrySet()) {
            String how = each.getKey();
            String told = assertThrows(
                            RSocketException.Invalid.class,
                            () -> each.getValue().await(GENEROUS),
                            how)
                    .getMessage();
            assertTrue(told.startsWith("the data is not what the route takes: "), told);
            check(how, told);
            LogRecord line = logged(how);
            assertEquals(Level.FINE, line.getLevel());
            assertEquals(whole, line.getMessage());
            assertTrue(told.endsWith(line.getThrown().getMessage()), line.getThrown()::toString);
        }
        asking.route("takes").value(value).send().await(GENEROUS);
        assertEquals(whole, logged("what needs no answer").getMessage());
    }

    @TestFactory
    Stream<DynamicTest> whatFails() {
        return failing.keySet().stream()
                .map(route -> dynamicTest(route, () -> {
                    for (Map.Entry<String, One<?>> each :
                            asked(route, "{\"amount\":2}").entrySet()) {
                        String how = each.getKey();
                        RSocketException told = assertThrows(
                                RSocketException.ApplicationError.class,
                                () -> each.getValue().await(GENEROUS),
                                how);
                        assertEquals("internal error", told.getMessage(), how);
                        assertEquals(
                                "a handler of RSocket failed, of route \"" + route + '"',
                                logged(how).getMessage());
                    }
                }));
    }

    @Test
    void whatFailsWithoutAnAnswer() throws Exception {
        asking.route("fails").value("{\"amount\":2}").send().await(GENEROUS);
        LogRecord line = logged("what needs no answer");
        assertEquals("a handler of RSocket failed, of route \"fails\"", line.getMessage());
        assertEquals("no " + Money.class, line.getThrown().getMessage());
    }

    @Test
    void whatTheCodecCanReadNever() throws Exception {
        RSocketException told = assertThrows(
                RSocketException.ApplicationError.class,
                () -> asking.route("unreadable").value("{}").as(String.class).await(GENEROUS));
        assertEquals("internal error", told.getMessage());
        assertTrue(logged("").getThrown().getMessage().contains(Unreadable.class.getName()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0000", "\u0001\u00ff\u00ff\u00ff", "\u00ff\u0000\u0000\u0005"})
    void whatIsNoMetadata(String metadata) {
        Payload request =
                Payload.of(ByteBuffer.allocate(0), ByteBuffer.wrap(metadata.getBytes(StandardCharsets.ISO_8859_1)));
        for (One<?> each : List.of(
                asking.requestResponse(request),
                asking.requestStream(request).toList(),
                asking.requestChannel(Many.of(request)).toList())) {
            RSocketException told = assertThrows(RSocketException.Invalid.class, () -> each.await(GENEROUS));
            check("metadata", told.getMessage());
        }
    }

    /** Codes that are not in the protocol are not sent, but their words are. */
    @ParameterizedTest
    @ValueSource(strings = {"0x205", "0x300", "0xffffffff", "0x0"})
    void whatHasNoSuchCode(String code) {
        String value = String.valueOf(Integer.parseUnsignedInt(code.substring(2), 16));
        RSocketException told = assertThrows(
                RSocketException.ApplicationError.class,
                () -> asking.route("coded").value(value).as(String.class).await(GENEROUS));
        assertEquals("told as it is", told.getMessage());
    }

    /** Who sets up a connection is told no more. */
    @Test
    void whatAnAcceptorFailsWith() throws Exception {
        try (RSocketServer refusing = RSocketServer.builder()
                        .bind("127.0.0.1", 0)
                        .accept((setup, peer) ->
                                asking.route("text").as(Ask.class).map(ask -> new RSocket() {}))
                        .start()
                        .await(GENEROUS);
                RSocketConnection refused = RSocketClient.create()
                        .connect("tcp://127.0.0.1:" + refusing.port())
                        .await(GENEROUS)) {
            RSocketException told = assertThrows(
                    RSocketException.class,
                    () -> refused.requestResponse(Payload.of("x")).await(GENEROUS));
            // if the client knows of the refusal when it asks, that stands behind why nothing is sent
            assertTrue(told.getMessage().endsWith("internal error"), told::getMessage);
            assertTrue(logged("").getThrown().getMessage().contains(Ask.class.getName()));
        }
    }
}
