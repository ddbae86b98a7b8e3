package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import dev.weir.net.http.filter.Compression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the body of a request whose response begins, or ends, before the body was read. */
@ExtendWith(NoLeaks.class)
class EarlyResponseTest {
    private static final String ENDED =
            "the response ended before the body of the request was read: read it before, or make the response of it";
    private static final int INTERNAL_ERROR = 2;
    private static final int LARGE = 8 * 1024 * 1024;
    private static final String TEXT = "All work and no play makes Jack a dull boy.\n".repeat(3_000);

    private final CompletableFuture<String> told = new CompletableFuture<>();
    private final CompletableFuture<Many<ByteBuffer>> unread = new CompletableFuture<>();
    private final CompletableFuture<Flow.Subscription> asking = new CompletableFuture<>();

    @TempDir
    private Path folder;

    private One<Response> answer(Request request) throws IOException {
        switch (request.path()) {
            case "/reads" -> read(request.body());
            case "/asks" -> request.body().subscribe(new OneByOne());
            case "/saves" ->
                request.saveTo(folder.resolve("saved"))
                        .subscribe(
                                size -> told.complete("it is complete"),
                                failure -> told.complete(failure.getMessage()));
            case "/later" -> unread.complete(request.body());
            case "/breaks" -> {
                read(request.body());
                return One.of(Response.stream("x/y", Many.concat(Many.of(ByteBuffer.allocate(1)), Many.fail(() -> {
                    return new IOException("meant to break");
                }))));
            }
            case "/large" -> {
                unread.complete(request.body());
                return One.of(Response.bytes("x/y", new byte[LARGE]));
            }
            case "/text" -> {
                return One.of(Response.text(TEXT));
            }
            case "/file" -> {
                return Response.file(Files.writeString(folder.resolve("text.txt"), TEXT));
            }
            case "/echo" -> {
                return One.of(Response.stream("text/plain", request.body()));
            }
            case "/none" -> {
                return One.of(Response.stream("text/plain", request.body()).withStatus(204));
            }
            default -> {
                return request.text().map(Response::text);
            }
        }
        return One.of(Response.text("early"));
    }

    private void read(Many<ByteBuffer> body) {
        body.subscribe(
                piece -> {}, failure -> told.complete(failure.getMessage()), () -> told.complete("it is complete"));
    }

    private String told() {
        return told.orTimeout(20, TimeUnit.SECONDS).join();
    }

    /** Has one piece, and asks for the next one later. */
    private final class OneByOne implements Flow.Subscriber<ByteBuffer> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            asking.complete(subscription);
        }

        @Override
        public void onNext(ByteBuffer piece) {
            told.complete("a piece came");
        }

        @Override
        public void onError(Throwable failure) {
            told.complete(failure.getMessage());
        }

        @Override
        public void onComplete() {
            told.complete("it is complete");
        }
    }

    private void late(String path) {
        if (path.equals("/later")) {
            read(unread.join());
        } else if (path.equals("/asks")) {
            asking.join().request(1);
        }
    }

    private static String post(String path, String fields, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: a\r\n" + fields + "Content-Length: " + length + "\r\n\r\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"/reads", "/saves", "/asks", "/later"})
    void whoReadsIsToldThatItWasNotAll(String path) {
        try (TestServer server = TestServer.start(this::answer);
                RawSocket client = server.connect()) {
            client.send(post(path, "", 10) + "half");
            assertEquals("early", client.reply().body());
            late(path);
            server.roundTrip();
            client.send("second" + post("/", "", 4) + "next");
            assertEquals("next", client.reply().body());
            assertEquals(ENDED, told());
            assertFalse(Files.exists(folder.resolve("saved")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/reads", "/saves", "/asks", "/later"})
    void whoReadsWhatIsThrownAwayMeanwhileIsTold(String path) {
        try (TestServer server = TestServer.start(this::answer);
                RawSocket client = server.connect()) {
            client.send(post(path, "", 10) + "half");
            assertEquals("early", client.reply().body());
            client.send("second" + post("/", "", 4) + "next");
            assertEquals("next", client.reply().body());
            late(path);
            assertEquals(ENDED, told());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/reads", "/saves", "/asks", "/later"})
    void soIsOneWhoReadsOverHttp2(String path) {
        try (TestServer server = TestServer.start(this::answer);
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", path, false).data(1, "half", false);
            assertEquals("early", client.reply(1).body());
            late(path);
            client.roundTrip().data(1, "second", true);
            client.request(3, "POST", "/", false).data(3, "next", true);
            assertEquals("next", client.reply(3).body());
            assertEquals(ENDED, told());
            assertFalse(Files.exists(folder.resolve("saved")));
        }
    }

    @Test
    void aResponseThatBreaksIsAnEndToo() {
        try (TestServer server = TestServer.start(this::answer);
                RawSocket client = server.connect()) {
            client.send(post("/breaks", "", 10) + "half");
            assertEquals(200, client.head().status());
            assertEquals(ENDED, told());
        }
    }

    @Test
    void aResponseThatBreaksIsAnEndOverHttp2Too() {
        try (TestServer server = TestServer.start(this::answer);
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/breaks", false).data(1, "half", false);
            assertEquals(INTERNAL_ERROR, client.resetOf(1));
            assertEquals(ENDED, told());
            client.request(3, "POST", "/", false).data(3, "next", true);
            assertEquals("next", client.reply(3).body());
        }
    }

    // ------------------------------------------------------------ leave to send the body

    private static final String EXPECT = "Expect: 100-continue\r\n";

    @Test
    void nobodyIsGivenLeaveInTheMidstOfAResponse() {
        try (TestServer server = TestServer.start(this::answer);
                RawSocket client = RawSocket.connect(server.port(), 16 * 1024)) {
            Reply head = client.send(post("/large", EXPECT, 10)).head();
            assertEquals("close", head.header("connection"));
            read(unread.join());
            server.roundTrip();
            assertArrayEquals(new byte[LARGE], client.bytes(LARGE));
            assertEquals("", client.rest());
            assertEquals(ENDED, told());
        }
    }

    @Test
    void norAfterIt() {
        try (TestServer server = TestServer.start(this::answer);
                RawSocket client = server.connect()) {
            Reply early = client.send(post("/later", EXPECT, 10)).reply();
            assertEquals("early", early.body());
            assertEquals("close", early.header("connection"));
            read(unread.join());
            assertEquals("", client.rest());
            assertEquals(ENDED, told());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/large", "/later"})
    void norOverHttp2(String path) {
        try (TestServer server = TestServer.start(this::answer);
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", path, false, "expect", "100-continue");
            RawHttp2.Frame head = client.await(RawHttp2.HEADERS, 1);
            assertEquals(200, head.status());
            if (path.equals("/later")) {
                assertTrue(client.await(RawHttp2.DATA, 1).isLast());
            }
            read(unread.join());
            client.roundTrip().window(0, 100).request(3, "POST", "/", false).data(3, "next", true);
            assertEquals("next", client.reply(3).body());
            client.reset(1, 0).roundTrip();
        }
    }

    /** Nobody can read it any more. */
    @ParameterizedTest
    @ValueSource(strings = {"/text", "/file"})
    void whatIsThereWhenItIsSentIsNotMadeOfTheBody(String path) {
        for (Handler handler : new Handler[] {this::answer, ((Handler) this::answer).with(Compression.create())}) {
            for (String request : new String[] {post(path, EXPECT, 10), post(path, "", 70_000) + "x"}) {
                try (TestServer server = TestServer.start(handler);
                        RawSocket client = server.connect()) {
                    client.send(request.replace("Host:", "Accept-Encoding: gzip\r\nHost:"));
                    Reply head = client.head();
                    assertEquals(200, head.status());
                    assertEquals("close", head.header("connection"));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/text", "/file"})
    void norArePartsOfThat(String path) {
        try (TestServer server = TestServer.start(this::answer);
                RawSocket client = server.connect()) {
            String request =
                    post(path, EXPECT + "Range: bytes=0-1,90-91\r\n", 10).replace("POST", "GET");
            Reply head = client.send(request).head();
            assertEquals(206, head.status());
            assertEquals("close", head.header("connection"));
        }
    }

    @Test
    void whatIsCodedMayBeMadeOfTheBody() {
        Handler handler = ((Handler) this::answer).with(Compression.create());
        try (TestServer server = TestServer.start(handler);
                RawSocket client = server.connect()) {
            client.send(post("/echo", EXPECT + "Accept-Encoding: gzip\r\n", 4));
            assertEquals(100, client.head().status());
            Reply reply = client.send("body").head();
            assertEquals("gzip", reply.header("content-encoding"));
        }
    }

    @Test
    void whatIsNotSentIsNotMadeOfTheBody() {
        try (TestServer server = TestServer.start(this::answer)) {
            Reply reply = server.ask(post("/none", EXPECT, 10));
            assertEquals(204, reply.status());
            assertEquals("close", reply.header("connection"));
        }
    }
}
