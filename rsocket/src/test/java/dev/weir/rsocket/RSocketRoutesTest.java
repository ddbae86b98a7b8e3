package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Codec;
import dev.weir.net.http.TypeOf;
import dev.weir.rsocket.metadata.Authentication;
import dev.weir.rsocket.metadata.CompositeMetadata;
import dev.weir.rsocket.metadata.Routing;
import dev.weir.rsocket.metadata.Tracing;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes and what is asked of them. */
class RSocketRoutesTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    record Ask(String from, String to, int amount) {}

    record Deal(String pair, long amount) {}

    private final CompletableFuture<String> forgotten = new CompletableFuture<>();
    private final RSocketRoutes routes = RSocketRoutes.create()
            .response("deal", Ask.class, ask -> One.of(new Deal(ask.from() + ask.to(), 2L * ask.amount())))
            .response("plain", String.class, text -> One.of("plain " + text))
            .response("list", new TypeOf<List<Ask>>() {}, asks -> One.of(Map.of("size", asks.size())))
            .response("nothing", String.class, text -> One.of(null))
            .response("empty", String.class, text -> One.of(""))
            .response("passed on", String.class, text -> One.of(Payload.none()))
            .response("late", String.class, text -> One.never())
            .response("who", String.class, text -> One.deferContextual(RSocketRoutesTest::who))
            .blocking(
                    "blocking",
                    String.class,
                    text -> text + Thread.currentThread().isVirtual())
            .blocking(
                    "blocking list",
                    new TypeOf<List<Ask>>() {},
                    asks -> asks.getLast().amount())
            .stream("count", Integer.class, most -> Many.range(0, most))
            .channel("double", Deal.class, deals -> deals.map(deal -> new Deal(deal.pair(), 2 * deal.amount())))
            .fireAndForget(
                    "name",
                    String.class,
                    text -> One.deferContextual(context -> {
                        forgotten.complete(context.name());
                        return One.ofVoid();
                    }))
            .fireAndForget(
                    "note",
                    String.class,
                    text -> One.call(() -> {
                        forgotten.complete(text);
                        return null;
                    }))
            .fireAndForget(
                    "notes",
                    new TypeOf<List<Ask>>() {},
                    asks -> One.call(() -> {
                        forgotten.complete(asks.getLast().to());
                        return null;
                    }));

    private RSocketServer server;
    private RSocketConnection connection;

    private static One<String> who(Context context) {
        Caller caller = context.get(Caller.KEY);
        Tracing tracing = caller.find(Tracing.TYPE, Tracing::read);
        Authentication who = caller.find(Authentication.TYPE, Authentication::read);
        return One.of(caller.setup().dataMimeType() + " " + (tracing != null) + " " + who);
    }

    @BeforeEach
    void start() {
        server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .handler(routes)
                .start()
                .await(GENEROUS);
        connection = connect(RSocketClient.builder());
    }

    private RSocketConnection connect(RSocketClient.Builder builder) {
        return builder.build().connect("tcp://127.0.0.1:" + server.port()).await(GENEROUS);
    }

    @AfterEach
    void stop() {
        connection.close();
        server.close();
    }

    @Test
    @SuppressWarnings("NullAway") // as nobody checks them
    void typesThatAreLeftOutAreRefusedAtOnce() {
        TypeOf<String> none = null;
        assertThrows(NullPointerException.class, () -> routes.response("a", none, One::of));
        assertThrows(NullPointerException.class, () -> routes.blocking("a", none, text -> text));
        assertThrows(NullPointerException.class, () -> routes.fireAndForget("a", none, text -> One.ofVoid()));
        assertThrows(NullPointerException.class, () -> routes.stream("a", none, Many::of));
        assertThrows(NullPointerException.class, () -> routes.channel("a", none, all -> all));
    }

    @Test
    void aPipelineHasItsRoutesName() throws Exception {
        var _ = connection.route("name").value("x").send().await(GENEROUS);
        assertEquals("name", forgotten.get(120, TimeUnit.SECONDS));
    }

    @Test
    void valuesGoThroughTheCodec() throws Exception {
        assertEquals(
                new Deal("EURUSD", 14),
                connection
                        .route("deal")
                        .value(new Ask("EUR", "USD", 7))
                        .as(Deal.class)
                        .await(GENEROUS));
        assertEquals(
                "{\"pair\":\"EURUSD\",\"amount\":14}",
                connection
                        .route("deal")
                        .value(new Ask("EUR", "USD", 7))
                        .as(String.class)
                        .await(GENEROUS));
        assertEquals(
                "plain x", connection.route("plain").value("x").as(String.class).await(GENEROUS));
        assertEquals(
                Map.of("size", 2),
                connection
                        .route("list")
                        .value(List.of(new Ask("a", "b", 1), new Ask("c", "d", 2)))
                        .as(new TypeOf<Map<String, Integer>>() {})
                        .await(GENEROUS));
        assertEquals(
                "xtrue",
                connection.route("blocking").value("x").as(String.class).await(GENEROUS));
        assertEquals(
                List.of(0, 1, 2, 3),
                connection
                        .route("count")
                        .value(4)
                        .asMany(Integer.class)
                        .toList()
                        .await(GENEROUS));
        assertEquals(
                List.of(new Deal("a", 2), new Deal("b", 4)),
                connection
                        .route("double")
                        .values(Many.of(new Deal("a", 1), new Deal("b", 2)))
                        .asMany(Deal.class)
                        .toList()
                        .await(GENEROUS));
        connection.route("note").value("remember").send().await(GENEROUS);
        assertEquals("remember", forgotten.get(120, TimeUnit.SECONDS));
    }

    @Test
    void typesMayHaveParameters() throws Exception {
        List<Ask> asks = List.of(new Ask("a", "b", 1), new Ask("c", "d", 2));
        assertEquals(
                2,
                connection.route("blocking list").value(asks).as(Integer.class).await(GENEROUS));
        connection.route("notes").value(asks).send().await(GENEROUS);
        assertEquals("d", forgotten.get(120, TimeUnit.SECONDS));
    }

    @Test
    void nullIsAnAnswerWithoutAPayload() {
        RSocketRequest none = connection.route("nothing").value("x");
        assertNull(none.as(Deal.class).await(GENEROUS));
        assertNull(none.as(Void.class).await(GENEROUS));
        assertNull(none.as(String.class).await(GENEROUS));
        assertNull(none.as(new TypeOf<List<Deal>>() {}).await(GENEROUS));
        assertTrue(none.as(Payload.class).await(GENEROUS).isNone());
        assertNull(connection.route("passed on").value("x").as(Deal.class).await(GENEROUS));
        assertEquals("", connection.route("empty").value("x").as(String.class).await(GENEROUS));
        assertThrows(
                RSocketException.Invalid.class,
                () -> connection.route("empty").value("x").as(Deal.class).await(GENEROUS));
    }

    @Test
    void whatHasNoRouteIsRefused() {
        Map<String, String> told = Map.of(
                "none", "there is no route \"none\" for responses",
                "count", "there is no route \"count\" for responses: it is one for streams");
        told.forEach((route, message) -> {
            RSocketException refused = assertThrows(
                    RSocketException.Rejected.class,
                    () -> connection.route(route).as(String.class).await(GENEROUS));
            assertEquals(message, refused.getMessage());
        });
        RSocketException without = assertThrows(
                RSocketException.Invalid.class,
                () -> connection.requestResponse(Payload.of("x")).await(GENEROUS));
        assertEquals(
                "the request names no route: its metadata has no message/x.rsocket.routing.v0", without.getMessage());
        RSocketException malformed = assertThrows(
                RSocketException.Invalid.class,
                () -> connection
                        .requestResponse(Payload.of("x", "\u00fe\u00fe"))
                        .await(GENEROUS));
        assertFalse(malformed.getMessage().isEmpty());
    }

    @Test
    void whatIsNoValueIsInvalid() {
        RSocketException wrong = assertThrows(
                RSocketException.Invalid.class,
                () -> connection
                        .route("deal")
                        .value("{\"from\":")
                        .as(Deal.class)
                        .await(GENEROUS));
        assertEquals("the data is not what the route takes: the JSON ends too early", wrong.getMessage());
        RSocketException answer = assertThrows(
                RSocketException.Invalid.class,
                () -> connection.route("plain").value("x").as(Deal.class).await(GENEROUS));
        assertTrue(
                answer.getMessage().startsWith("the answer of route \"plain\" is no " + Deal.class.getName()),
                answer::getMessage);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1:7878",
                "localhost",
                "http://localhost:7878",
                "tcp://localhost",
                "tls://localhost:1",
                "",
                "unix:",
                "tcp://localhost:70000",
                "tcp://my_service:70000",
                "unix://run/quotes.sock"
            })
    void whatIsNoAddressIsTold(String text) {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class, () -> RSocketClient.create().connect(text));
        assertTrue(refused.getMessage().startsWith('"' + text + "\" is no address of RSocket"), refused::getMessage);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws://localhost:70000/rsocket", "ws://localhost/rsocket#x"})
    void whatNoWebSocketIsAtIsTold(String text) {
        RSocketClient client = RSocketClient.create();
        for (Executable asked : List.<Executable>of(
                () -> client.connect(text),
                () -> client.connectLoop(text, (connection, stream, kind, payload) -> (on, failed, why) -> {}),
                () -> client.balance("tcp://localhost:1", text))) {
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, asked);
            assertTrue(refused.getMessage().contains("is no address of a WebSocket"), refused::getMessage);
        }
    }

    /** Nobody would be told who asks; and passwords are not for messages. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp://bob:hunter2@localhost:7878",
                "tcp://bob:hunter2@my_service:7878",
                "tcp://bob:hunter2@localhost",
                "ws://bob:hunter2@localhost/rsocket",
                "wss://hunter2@localhost/rsocket",
            })
    void addressesHaveNoUser(String text) {
        String told = assertThrows(IllegalArgumentException.class, () -> Address.of(text))
                .getMessage();
        assertTrue(told.contains("user name") && !told.contains("hunter2"), told);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bob:hunter2@localhost:7878", "tcp://bob:hun|hunter2@localhost:7878", "tcp://hunter2/@x:1"})
    void whatMayHaveAPasswordIsNotShown(String text) {
        String told = assertThrows(IllegalArgumentException.class, () -> Address.of(text))
                .getMessage();
        assertTrue(told.contains("is no address of RSocket") && !told.contains("hunter2"), told);
    }

    @Test
    void namesOfContainersAreAddresses() {
        assertEquals(new Address.Tcp("my_service", 7878), Address.of("tcp://my_service:7878"));
        assertEquals(new Address.Web("ws://my_service:8080/rsocket"), Address.of("ws://my_service:8080/rsocket"));
        assertEquals(new Address.Tcp("[::1]", 7878), Address.of("tcp://[::1]:7878"));
        assertEquals(new Address.Web("wss://host/a@b?c=d@e"), Address.of("wss://host/a@b?c=d@e"));
    }

    @Test
    void whoReadsASetupOrMetadataTakesItFromNobody() {
        ByteBuffer text = ByteBuffer.wrap("text".getBytes(StandardCharsets.UTF_8));
        Setup setup = new Setup(Duration.ofSeconds(1), Duration.ofSeconds(2), "a/b", "c/d", false, text, text);
        Caller caller = new Caller(setup, InetSocketAddress.createUnresolved("x", 1), text);
        for (int i = 0; i < 2; i++) {
            assertEquals("text", StandardCharsets.UTF_8.decode(setup.data()).toString());
            assertEquals("text", StandardCharsets.UTF_8.decode(setup.metadata()).toString());
            assertEquals(
                    "text", StandardCharsets.UTF_8.decode(caller.metadata()).toString());
        }
    }

    @Test
    void connectionsLiveLongerThanTheyAreSilent() {
        RSocketClient.Builder rare = RSocketClient.builder().keepalive(Duration.ofMinutes(2));
        assertThrows(IllegalArgumentException.class, rare::build);
        var _ = rare.lifetime(Duration.ofMinutes(3)).build();
    }

    @Test
    void metadataTellsWhoAsks() {
        assertEquals(
                "application/json true " + Authentication.bearer("token"),
                connection
                        .route("who")
                        .value("")
                        .bearerAuth("token")
                        .metadata(new Tracing(Tracing.Sampling.SAMPLED, new Tracing.Ids(0, 1, 2, 3)))
                        .as(String.class)
                        .await(GENEROUS));
    }

    @Test
    void metadataMayBeTheRouteAlone() {
        RSocketConnection bare = connect(RSocketClient.builder().metadataMimeType(Routing.TYPE));
        assertEquals("plain x", bare.route("plain").value("x").as(String.class).await(GENEROUS));
        assertThrows(
                IllegalStateException.class,
                () -> bare.route("plain").bearerAuth("x").as(String.class).await(GENEROUS));
        bare.close();
        RSocketConnection other = connect(RSocketClient.builder().metadataMimeType("text/plain"));
        assertThrows(
                IllegalStateException.class,
                () -> other.route("plain").as(String.class).await(GENEROUS));
        other.close();
    }

    @Test
    void theTypeOfAStreamsDataIsSaidIfItIsAnother() {
        RSocketConnection other = connect(RSocketClient.builder().dataMimeType("text/plain"));
        assertEquals(
                new Deal("ab", 2),
                other.route("deal").value(new Ask("a", "b", 1)).as(Deal.class).await(GENEROUS));
        other.close();
    }

    @Test
    void answersHaveATime() {
        Throwable late = assertThrows(
                Exception.class,
                () -> connection
                        .route("late")
                        .value("x")
                        .timeout(Duration.ofMillis(1))
                        .as(String.class)
                        .await(GENEROUS));
        assertInTime(late);
        RSocket waiting = new RSocket() {
            @Override
            public One<@Nullable Void> fireAndForget(Payload request) {
                return One.never();
            }
        };
        Throwable unsent = assertThrows(
                Exception.class,
                () -> RSocketRequest.of(waiting, connection.setup(), new Values(Codec.standard()), "note")
                        .value("x")
                        .timeout(Duration.ofMillis(1))
                        .send()
                        .await(GENEROUS));
        assertInTime(unsent);
    }

    /** That of the request, and not the test's own. */
    private static void assertInTime(Throwable failure) {
        Throwable cause = failure.getCause();
        assertTrue(cause instanceof TimeoutException && cause.getMessage().contains(" 1 ms"), failure::toString);
    }

    @Test
    void routesAreThereOnce() {
        assertThrows(IllegalArgumentException.class, () -> routes.response("deal", String.class, text -> One.of(text)));
        assertThrows(
                IllegalStateException.class,
                () -> routes.requestResponse(Payload.of("x")).await(GENEROUS));
        assertThrows(
                IllegalStateException.class,
                () -> connection.route("deal").values(Many.of("x")).as(String.class));
        assertThrows(
                IllegalStateException.class,
                () -> connection.route("count").value(4).timeout(GENEROUS).asMany(Integer.class));
    }

    @Test
    void routesAreWhatOthersSend() throws Exception {
        byte[] metadata = CompositeMetadata.of(Routing.to("plain")).bytes().array();
        assertEquals(
                "plain x",
                connection
                        .requestResponse(
                                Payload.of(StandardCharsets.UTF_8.encode("x"), java.nio.ByteBuffer.wrap(metadata)))
                        .await(GENEROUS)
                        .text());
    }
}
