package dev.weir.net.http.form;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.ValueParser;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class FormTest {
    private static final String TYPE = "Content-Type: application/x-www-form-urlencoded\r\n";
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start(
                Routes.create()
                        .post(
                                "/form",
                                request -> Form.of(request)
                                        .map(form -> Response.text(form.values().toString())))
                        .post(
                                "/age",
                                request -> Form.of(request)
                                        .map(form -> Response.text(form.get("age", Integer::parseInt)
                                                + form.get("name", text -> text, "nobody")
                                                + form.all("x")
                                                + form.get("none"))))
                        .post("/few", request -> Form.of(request, 3).map(form -> Response.text("fine"))),
                builder -> builder.maxBody(20_000));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply post(String path, String type, String body) {
        return server.ask("POST " + path + " HTTP/1.1\r\nHost: a\r\n" + type + "Content-Length: " + body.length()
                + "\r\n\r\n" + body);
    }

    private static String form(String body) {
        return post("/form", TYPE, body).body();
    }

    @Test
    void hasItsFields() {
        assertEquals("{a=[1, 2], b=[x y&=ä], c=[]}", form("a=1&b=x+y%26%3D%C3%A4&a=2&c"));
        assertEquals("{}", form(""));
        assertEquals("{a=[]}", form("&&a=&"));
        assertEquals("{=[v]}", form("=v"));
        assertEquals("36Ada[]null", post("/age", TYPE, "age=36&name=Ada").body());
        assertEquals("36nobody[1, 2]null", post("/age", TYPE, "age=36&x=1&x=2").body());
        assertEquals(
                "{a=[1]}",
                post("/form", "Content-Type: Application/X-WWW-Form-URLEncoded; charset=utf-8\r\n", "a=1")
                        .body());
    }

    @Test
    void whatIsMissingOrWrongIsNamed() {
        Reply missing = post("/age", TYPE, "name=Ada");
        assertEquals(400, missing.status());
        assertTrue(missing.body().contains("the form's field \\\"age\\\" is missing"), missing.body());
        Reply wrong = post("/age", TYPE, "age=old");
        assertEquals(400, wrong.status());
        assertTrue(wrong.body().contains("the form's field \\\"age\\\" can't be \\\"old\\\""), wrong.body());
        assertTrue(wrong.body().contains("\"parameter\":\"age\",\"in\":\"form\""), wrong.body());
        assertFalse(wrong.body().contains("input string"), "that is for programmers: " + wrong.body());
    }

    /** As it does of a request's other parameters. */
    @Test
    void whatAParserSaysIsTold() {
        ValueParser<Integer> positive = text -> {
            int number = Integer.parseInt(text);
            if (number < 1) {
                throw new IllegalArgumentException("it must be positive");
            }
            return number;
        };
        Request request = Request.of("POST", "/?age=0")
                .withHeader("Content-Type", "application/x-www-form-urlencoded")
                .withBody("age=0");
        Form form = Form.of(request).await();
        String said = "\"age\" can't be \"0\": it must be positive";
        for (Executable wrong : List.<Executable>of(
                () -> form.get("age", positive),
                () -> form.get("age", positive, 1),
                () -> request.query("age", positive),
                () -> request.query("age", positive, 1))) {
            String told = assertThrows(HttpException.class, wrong).getMessage();
            assertTrue(told.endsWith(said), told);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=%zz", "a=%", "a=%c3", "%ff=1", "a=\u00e4", "a=\u0000", "a=%c0%80"})
    void whatIsMalformedIsRefused(String body) {
        assertEquals(400, post("/form", TYPE, body).status());
    }

    @Test
    void limits() {
        assertEquals(200, post("/few", TYPE, "a&b&c").status());
        assertEquals(413, post("/few", TYPE, "a&b&c&d").status());
        assertEquals(200, post("/form", TYPE, "a=1&".repeat(1024)).status());
        assertEquals(413, post("/form", TYPE, "a=1&".repeat(1025)).status());
        assertEquals(413, post("/form", TYPE, "a=" + "x".repeat(20_000)).status());
        assertEquals(415, post("/form", "", "a=1").status());
        assertEquals(415, post("/form", "Content-Type: text/plain\r\n", "a=1").status());
    }

    @Test
    void garbageDoesNoHarm() {
        Random random = new Random(23);
        String interesting = "&=%+;%41%zz%c3%a4\u00e4\0\r\n ";
        try (RawSocket socket = server.connect()) {
            for (int i = 0; i < 500; i++) {
                StringBuilder body = new StringBuilder();
                for (int length = random.nextInt(300); length > 0; length--) {
                    body.append(
                            random.nextBoolean()
                                    ? interesting.charAt(random.nextInt(interesting.length()))
                                    : (char) random.nextInt(256));
                }
                int status = socket.send("POST /form HTTP/1.1\r\nHost: a\r\n" + TYPE + "Content-Length: "
                                + body.length() + "\r\n\r\n" + body)
                        .reply()
                        .status();
                assertTrue(status == 200 || status == 400, "status " + status);
            }
        }
    }
}
