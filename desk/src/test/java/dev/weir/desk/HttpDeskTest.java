package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.http.HttpServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpDeskTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Rates rates = new Rates(Table.opening());
    private final HttpServer server =
            new HttpDesk(rates, 10, 8082).server().bind("127.0.0.1", 0).start().await();

    @AfterEach
    void close() {
        server.close();
        server.closed().await();
    }

    @AfterAll
    static void closeClient() {
        CLIENT.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/10.99 | {\"EUR\": 10.99, \"USD\": 11.6986352}",
                "/2.5 | {\"EUR\": 2.5, \"USD\": 2.661200}",
                "/-1e3 | {\"EUR\": -1000, \"USD\": -1064.48}",
                "/rates/USD | {\"currency\": \"USD\", \"rate\": 1.06448}",
                "/rates/jpy | {\"currency\": \"JPY\", \"rate\": 158.42}",
                "/convert?amount=10.99&from=EUR&to=usd"
                        + " | {\"amount\": 10.99, \"from\": \"EUR\", \"to\": \"USD\", \"result\": 11.6986352}",
                "/convert?amount=100&from=JPY&to=GBP"
                        + " | {\"amount\": 100, \"from\": \"JPY\", \"to\": \"GBP\", \"result\": 0.541181669}",
                "/health | ok",
                "/tcp | 8082",
            })
    void answers(String path, String body) throws Exception {
        HttpResponse<String> response = send("GET", path, "");
        assertEquals(200, response.statusCode());
        assertEquals(body.strip(), response.body().strip());
    }

    @Test
    void tellsTheTable() throws Exception {
        HttpResponse<String> response = send("GET", "/rates", "");
        assertTrue(contentType(response).startsWith("application/json"));
        assertEquals(
                "{\"base\": \"EUR\", \"version\": 1, \"rates\": {\"EUR\": 1, \"USD\": 1.06448,"
                        + " \"GBP\": 0.85734, \"CHF\": 0.97215, \"JPY\": 158.42, \"SEK\": 11.4830,"
                        + " \"NOK\": 11.3925, \"DKK\": 7.4602, \"PLN\": 4.5120, \"CZK\": 24.350,"
                        + " \"CAD\": 1.4502, \"AUD\": 1.6345}}\n",
                response.body());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET | /abc | 400 | \"abc\" is not an amount: send a number such as 2.5",
                "GET | /1e999999999 | 400 | the amount \"1e999999999\" is out of range: send at most 18 digits"
                        + " before and after the decimal point",
                "GET | /%00 | 400 | \"?\" is not an amount: send a number such as 2.5",
                "GET | /rates/XYZ | 404 | there is no rate for XYZ",
                "GET | /rates/DOLLAR | 400 | \"DOLLAR\" is not a currency: send a code of three letters such as USD",
                "GET | /convert?amount=1&from=USD | 400 | the parameter to is missing: send for example"
                        + " /convert?amount=2.5&from=GBP&to=USD",
                "GET | /convert?amount=1&from=USD&to=XYZ | 400 | there is no rate for XYZ",
                "PUT | /rates/EUR | 400 | EUR is what the others are measured in: its rate is always 1",
                "PUT | /rates/U$D | 400 | \"U$D\" is not a currency: send a code of three letters such as USD",
            })
    void refusesWithAReason(String method, String path, int status, String detail) throws Exception {
        HttpResponse<String> response = send(method, path, "1.07");
        assertEquals(status, response.statusCode(), response.body());
        assertTrue(contentType(response).startsWith("application/problem+json"));
        var problem = JsonReader.object(JsonReader.read(response.body()));
        assertEquals(detail, problem.get("detail"));
        assertTrue(response.body().endsWith("}\n"), response.body());
        assertEquals(Integer.toString(status), problem.get("status").toString());
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /nothing/here, 404",
        "GET, /rates/USD/now, 404",
        "POST, /10.99, 405",
        "DELETE, /rates/USD, 405",
        "PUT, /rates, 405",
        "HEAD, /10.99, 200",
        "HEAD, /, 200",
        "GET, /favicon.ico, 204"
    })
    void knowsItsPathsAndMethods(String method, String path, int status) throws Exception {
        assertEquals(status, send(method, path, "").statusCode());
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {"1.07", "'{\"rate\": 1.07}'"})
    void movesARate(String body) throws Exception {
        HttpResponse<String> response = send("PUT", "/rates/usd", body);
        assertEquals(200, response.statusCode());
        assertEquals("{\"currency\": \"USD\", \"rate\": 1.07}\n", response.body());
        assertEquals("{\"EUR\": 10, \"USD\": 10.70}\n", send("GET", "/10", "").body());
    }

    @Test
    void takesANewCurrency() throws Exception {
        assertEquals(201, send("PUT", "/rates/XAU", "0.00038").statusCode());
        assertEquals(Rate.of("0.00038"), rates.now().rate(new Currency("XAU")));
        assertEquals(200, send("PUT", "/rates/XAU", "0.00039").statusCode());
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1e999999999", "1.0000000001", "dear", "''"})
    void refusesARateThatMakesNoSense(String body) throws Exception {
        assertEquals(400, send("PUT", "/rates/USD", body).statusCode());
        assertEquals(Table.opening(), rates.now());
    }

    @Test
    void refusesABodyThatIsTooLarge() throws Exception {
        assertEquals(413, send("PUT", "/rates/USD", "1".repeat(10_000)).statusCode());
    }

    @ParameterizedTest
    @CsvSource({
        "/, text/html",
        "/web/desk.css, text/css",
        "/web/desk.js, text/javascript",
        "/web/icon.svg, image/svg+xml"
    })
    void servesThePageAndItsFiles(String path, String type) throws Exception {
        HttpResponse<String> response = send("GET", path, "");
        assertEquals(200, response.statusCode());
        assertTrue(contentType(response).startsWith(type), contentType(response));
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(
                        method,
                        body.isEmpty() && !method.equals("PUT")
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofString(body))
                .build();
        return CLIENT.send(request, BodyHandlers.ofString());
    }

    private static String contentType(HttpResponse<?> response) {
        return response.headers().firstValue("Content-Type").orElse("none");
    }
}
