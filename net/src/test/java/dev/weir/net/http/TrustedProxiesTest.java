package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.http.filter.RateLimit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class TrustedProxiesTest {
    private static final Handler WHO = request -> One.of(Response.text(
            request.remoteAddress().getAddress().getHostAddress() + " " + request.scheme() + " " + request.isSecure()));

    private static String asked(TrustedProxies trusted, String fields) {
        try (TestServer server = TestServer.start(WHO, builder -> builder.trust(trusted))) {
            String answer = server.ask("GET / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n")
                    .body();
            return answer.replaceAll("127\\.\\d+\\.\\d+\\.\\d+", "us");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for=192.0.2.1 | 192.0.2.1 http false",
                "For=\"192.0.2.1:47011\";Proto=https;by=203.0.113.43 | 192.0.2.1 https true",
                "for=\"[2001:db8::1]:47011\";proto=https | 2001:db8:0:0:0:0:0:1 https true",
                "for=\"[2001:db8::1]\" | 2001:db8:0:0:0:0:0:1 http false",
                // a client that lies, before what the proxies add
                "for=198.51.100.9;proto=https, for=192.0.2.1 | 192.0.2.1 http false",
                "for=192.0.2.1;proto=https, for=10.1.2.3 | 192.0.2.1 https true",
                "for=192.0.2.1, for=unknown | us http false",
                "for=192.0.2.1, for=_hidden, for=10.0.0.1 | 10.0.0.1 http false",
                "for=\"a,b\" | us http false",
                "proto=https | us https true",
                "for=_hidden;proto=https | us https true",
                "for=\"192.0.2.1:_p1\" | 192.0.2.1 http false",
                "'' | us http false",
                "for=localhost | us http false",
                "for=\"192.0.2.1 | us http false",
                // a client that leaves a quote open hides nothing of what the proxies add
                "for=6.6.6.6;x=\", for=198.51.100.7 | 198.51.100.7 http false",
                "for=6.6.6.6;x=\", for=192.0.2.1;proto=https, for=10.1.2.3 | 192.0.2.1 https true",
                "for=6.6.6.6;x=\", for=\"[2001:db8::1]:80\" | 2001:db8:0:0:0:0:0:1 http false",
                "for=6.6.6.6;x=\"\\, for=198.51.100.7 | 198.51.100.7 http false",
                "for=6.6.6.6;x=\"\\,for=\"[2001:db8::1]:80\" | 2001:db8:0:0:0:0:0:1 http false",
                "for=6.6.6.6;x=\"\\\", for=\"[2001:db8::1]:80\" | 2001:db8:0:0:0:0:0:1 http false",
                "for=6.6.6.6;x=\", for=198.51.100.7;host=\"a\\\"b\" | 198.51.100.7 http false",
                "for=6.6.6.6;x=\", for=198.51.100.7;host=\"a\\\\\" | 198.51.100.7 http false",
                "for=198.51.100.9, for=192.0.2.1;host=\"a\\\", for=6.6.6.6;x=\\\"b\" | 192.0.2.1 http false",
            })
    void theStandardFieldIsRead(String value, String client) {
        assertEquals(
                client, asked(TrustedProxies.forwarded("127.0.0.0/8", "10.0.0.0/8"), "Forwarded: " + value + "\r\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "192.0.2.1 | https | 192.0.2.1 https true",
                "192.0.2.1:99 | http | 192.0.2.1 http false",
                "2001:db8::1 | https | 2001:db8:0:0:0:0:0:1 https true",
                "198.51.100.9, 192.0.2.1 | https | 192.0.2.1 https true",
                "198.51.100.9, 192.0.2.1 | https, http | 192.0.2.1 http false",
                "192.0.2.1, 10.0.0.1, 10.0.0.2 | https | 192.0.2.1 https true",
                "10.0.0.1 | https | 10.0.0.1 https true",
                "unknown | https | us https true",
                "'' | https | us https true",
                // in which quotes mean nothing
                "\", 198.51.100.7 | https | 198.51.100.7 https true",
                "6.6.6.6\", 198.51.100.7 | https\", http | 198.51.100.7 http false",
                "\"\\, 192.0.2.1, 10.0.0.1 | https | 192.0.2.1 https true",
            })
    void theCommonFieldsAreRead(String from, String scheme, String client) {
        assertEquals(
                client,
                asked(
                        TrustedProxies.xForwarded("127.0.0.1", "10.0.0.0/8"),
                        "X-Forwarded-For: " + from + "\r\nX-Forwarded-Proto: " + scheme + "\r\n"));
    }

    /** An address of IPv6 is one of many that a client may choose from. */
    @Test
    void eachAddressOrNetworkHasItsOwnRate() {
        Handler limited = ((Handler) request -> One.of(Response.empty(200))).with(RateLimit.of(1, Duration.ofHours(1)));
        try (TestServer server =
                TestServer.start(limited, builder -> builder.trust(TrustedProxies.xForwarded("127.0.0.1")))) {
            List<Integer> statuses = Stream.of(
                            "192.0.2.1", "192.0.2.2", "192.0.2.1", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
                    .map(from -> server.ask("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: " + from + "\r\n\r\n")
                            .status())
                    .toList();
            assertEquals(List.of(200, 200, 429, 200, 429, 200), statuses);
        }
    }

    @Test
    void othersAreNotBelieved() {
        String fields = "Forwarded: for=192.0.2.1;proto=https\r\nX-Forwarded-For: 192.0.2.1\r\n";
        assertEquals("us http false", asked(TrustedProxies.forwarded("10.0.0.0/8", "::1"), fields));
        String one = "Forwarded: for=192.0.2.1\r\n";
        assertEquals("us http false", asked(TrustedProxies.xForwarded("127.0.0.1"), one));
        try (TestServer server = TestServer.start(WHO)) {
            assertEquals(
                    "127.0.0.1 http false",
                    server.ask("GET / HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n")
                            .body());
        }
    }

    @Test
    void severalFieldsAreOneList() {
        assertEquals(
                "192.0.2.1 http false",
                asked(
                        TrustedProxies.forwarded("127.0.0.1", "10.0.0.1"),
                        "Forwarded: for=198.51.100.9\r\nForwarded: for=192.0.2.1\r\nForwarded: for=10.0.0.1\r\n"));
    }

    @Test
    void observersSeeTheClientFromTheBeginning() throws Exception {
        CompletableFuture<Request> began = new CompletableFuture<>();
        CompletableFuture<Request> over = new CompletableFuture<>();
        Observer observer = new Observer() {
            @Override
            public void began(Request request) {
                began.complete(request);
            }

            @Override
            public void over(Exchanged exchange) {
                over.complete(exchange.request());
            }
        };
        Handler handler = request -> {
            assertEquals(true, began.isDone() && !over.isDone());
            return WHO.handle(request);
        };
        try (TestServer server = TestServer.start(
                handler, builder -> builder.observe(observer).trust(TrustedProxies.xForwarded("127.0.0.1")))) {
            server.ask("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n");
            Request seen = over.get(120, TimeUnit.SECONDS);
            assertEquals(began.join(), seen);
            assertEquals("192.0.2.1", seen.remoteAddress().getAddress().getHostAddress());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "localhost", "", "::1/129", "10.0.0.0/x"})
    void networksHaveAForm(String malformed) {
        assertThrows(IllegalArgumentException.class, () -> TrustedProxies.forwarded(malformed));
    }
}
