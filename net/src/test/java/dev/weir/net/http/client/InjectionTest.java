package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.OK;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.NoLeaks;
import dev.weir.net.Proxy;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.call.Url;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that a user sets can break out of its place in a request. */
@ExtendWith(NoLeaks.class)
class InjectionTest {
    private static final HttpClient CLIENT = HttpClient.create();

    private static IllegalArgumentException refused(org.junit.jupiter.api.function.Executable setter) {
        return assertThrows(IllegalArgumentException.class, setter);
    }

    @Test
    void secretsAreNotInMessages() {
        try (HttpClient client = HttpClient.create()) {
            ClientRequest request = client.get("http://a/");
            var refused = assertThrows(IllegalArgumentException.class, () -> request.withBearerAuth("s3cret\n"));
            assertEquals(
                    "the value of header field Authorization has a line break, another control character, or one above"
                            + " U+00FF: see its character 13",
                    refused.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\r", "\n", "\r\n", "\0", "\u0001", "\u007f", "\u0085", "\u0100", "\u010d\u010a", " \r\nEvil: 1"
            })
    void controlsGetInNowhere(String evil) {
        ClientRequest get = CLIENT.get("http://a/");
        refused(() -> get.withHeader("A", "b" + evil));
        refused(() -> get.withHeader("A" + evil, "b"));
        refused(() -> get.addHeader("A", "b" + evil));
        refused(() -> get.withBearerAuth("b" + evil));
        refused(() -> CLIENT.request("GET" + evil, "http://a/"));
        refused(() -> HttpClient.builder().userAgent("x" + evil).build());
        refused(() -> CookieJar.create().shareWithin("example.com" + evil));
        if (!evil.contains("\u0100") && !evil.contains("\u010d")) { // these are letters, which are encoded
            refused(() -> Proxy.http("a" + evil, 1));
            refused(() -> CLIENT.get("http://a/" + evil));
            refused(() -> CLIENT.get("http://a/?" + evil));
            refused(() -> CLIENT.get("http://a" + evil + "/"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/relative",
                "a",
                "",
                "ftp://a/",
                "http:///x",
                "http://",
                "http://a:b/",
                "http://a:0/",
                "http://a:65536/",
                "http://user:pass@a/",
                "http://a b/",
                "http://a/ b",
                "http://a/\\",
                "http://[::1/",
                "http://a_%00b/",
                "http://a/%",
                "javascript:x",
                "http://a@b/"
            })
    void whatCantBeRequestedIsRefused(String uri) {
        IllegalArgumentException refused = refused(() -> CLIENT.get(uri));
        assertTrue(refused.getMessage().length() > 20, refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "http://A.Example, a.example, 80, /, a.example",
        "https://a/b?c=d#e, a, 443, /b?c=d, a",
        "http://a:8080?x, a, 8080, /?x, a:8080",
        "https://[::1]:8443/, ::1, 8443, /, [::1]:8443",
        "http://my_service:80/%20, my_service, 80, /%20, my_service",
        "http://\u00e4.de/\u00fc, xn--4ca.de, 80, /%C3%BC, xn--4ca.de"
    })
    void whatCanBeRequested(String uri, String host, int port, String target, String authority) {
        Url url = Url.parse(uri);
        assertEquals(host, url.host());
        assertEquals(port, url.port());
        assertEquals(target, url.target());
        assertEquals(authority, url.authority());
        assertEquals(url, Url.of(URI.create(uri)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "content-length",
                "Transfer-Encoding",
                "CONNECTION",
                "Keep-Alive",
                "TE",
                "Upgrade",
                "Expect",
                "Proxy-Authorization"
            })
    void whatTheClientSetsIsTheClients(String name) {
        ClientRequest get = CLIENT.get("http://a/");
        assertTrue(refused(() -> get.withHeader(name, "x")).getMessage().contains("the client itself sets"));
        refused(() -> get.addHeader(name, "x"));
    }

    @Test
    void methodsAndSettingsAreChecked() {
        refused(() -> CLIENT.request("CONNECT", "http://a/"));
        refused(() -> CLIENT.request("", "http://a/"));
        refused(() -> CLIENT.get("http://a/").withBasicAuth("a:b", "c"));
        refused(() -> CLIENT.get("http://a/").withBody(-1, dev.weir.Many.empty()));
        refused(() -> CLIENT.get("http://a/").withTimeout(java.time.Duration.ZERO));
        refused(() -> HttpClient.builder().maxConnections(0).build());
        refused(() -> HttpClient.builder().maxRedirects(-1).build());
        refused(() -> Proxy.http("a", 70_000));
        refused(() -> Proxy.http("a", 1).auth("a:b", "c"));
    }

    @Test
    void charactersAboveAsciiArriveAsTheyAre() {
        try (TestClient test = TestClient.start()) {
            var text = begin(test.get("/\u00fc").withHeader("A", "\u00e9").text());
            RawSocket socket = test.accept();
            RawSocket.Asked asked = socket.request();
            assertEquals("GET /%C3%BC HTTP/1.1", asked.line());
            assertEquals("\u00e9", asked.header("a"));
            socket.send(OK);
            assertEquals("ok", value(text));
        }
    }
}
