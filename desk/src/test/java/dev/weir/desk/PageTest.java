package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weir.net.http.HttpServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PageTest {
    private static Browser browser;

    private final Rates rates = new Rates(Table.opening());
    private final HttpServer server =
            new HttpDesk(rates, 10).server().bind("127.0.0.1", 0).start().await();

    @BeforeAll
    static void start() throws Exception {
        browser = new Browser();
    }

    @AfterAll
    static void end() throws Exception {
        browser.close();
    }

    @BeforeEach
    void open() {
        browser.open("http://127.0.0.1:" + server.port() + "/");
        awaitText("[data-code=USD] .rate", "1.06448");
    }

    @AfterEach
    void close() {
        browser.open("about:blank");
        server.close();
        server.closed().await();
    }

    @Test
    void showsTheRates() {
        assertEquals("live", browser.text("#state-text"));
        assertEquals("158.42", browser.text("[data-code=JPY] .rate"));
        assertEquals("1.06448", browser.text("#quote-rate"));
        assertEquals("No move yet since this page was opened.", browser.text("#chart-note"));
    }

    @Test
    void fitsAPhone() {
        browser.resize(360, 740);
        rates.move(Currency.USD, Rate.of("999999999"));
        awaitText("#quote-rate", "999,999,999.00");
        assertEquals(true, browser.evaluate("document.documentElement.scrollWidth <= innerWidth"));
    }

    @Test
    void aMoveElsewhereMovesTheNumberAndTheChart() {
        Object before = chart();
        rates.move(Currency.USD, Rate.of("1.07"));
        awaitText("#quote-rate", "1.07");
        assertEquals("1.07", browser.text("[data-code=USD] .rate"));
        assertEquals("▲ 0.52 %", browser.text("[data-code=USD] .change"));
        assertEquals("One move.", browser.text("#chart-note"));
        assertNotEquals(before, chart());

        before = chart();
        rates.move(Currency.USD, Rate.of("1.06"));
        awaitText("#quote-rate", "1.06");
        assertEquals("2 moves.", browser.text("#chart-note"));
        assertNotEquals(before, chart());
    }

    @Test
    void movesARate() {
        browser.type("#move-rate", "1.5");
        browser.click("#mover [type=submit]");
        awaitText("#moved", "USD moved to 1.5.");
        awaitText("#quote-rate", "1.50");
        assertEquals(Rate.of("1.5"), rates.now().rate(Currency.USD));

        browser.click("[data-nudge='0.01']");
        awaitText("#quote-rate", "1.515");
        awaitText("#moved", "USD moved to 1.515.");

        browser.type("#move-rate", "-1");
        browser.click("#mover [type=submit]");
        awaitText("#moved", "a rate is a number from 0.000000001 to 999999999 with at most 9 decimals");
    }

    @Test
    void aNewCurrencyGetsARow() {
        rates.move(new Currency("XAU"), Rate.of("0.00038"));
        awaitText("[data-code=XAU] .rate", "0.00038");
        browser.click("[data-code=XAU] .pick");
        assertEquals("0.00038", browser.text("#quote-rate"));
        awaitText("#result", "0.0042 XAU");
    }

    @Test
    void converts() {
        awaitText("#result", "11.6986 USD");
        browser.type("#amount", "20");
        awaitText("#result", "21.2896 USD");
        browser.click("#swap");
        awaitText("#result", "18.7885 EUR");
        assertEquals("1 USD = 0.939426 EUR", browser.text("#cross"));
        browser.type("#amount", "abc");
        awaitText("#result", "\"abc\" is not an amount: send a number such as 2.5");
    }

    @Test
    void aMoveConvertsAgain() {
        awaitText("#result", "11.6986 USD");
        rates.move(Currency.USD, Rate.of("2"));
        awaitText("#result", "21.98 USD");
    }

    @Test
    void showsThatTheConnectionIsLostAndComesBack() {
        int port = server.port();
        server.close();
        server.closed().await();
        browser.await("document.querySelector('#state').dataset.state === 'lost'");
        rates.move(Currency.USD, Rate.of("1.07"));
        try (HttpServer _ =
                new HttpDesk(rates, 10).server().bind("127.0.0.1", port).start().await()) {
            awaitText("#quote-rate", "1.07");
            assertEquals("live", browser.text("#state-text"));
            browser.open("about:blank");
        }
    }

    private static Object chart() {
        return browser.evaluate("document.querySelector('#chart-line').getAttribute('d')");
    }

    private static void awaitText(String selector, String text) {
        browser.await("document.querySelector(%s)?.textContent === %s"
                .formatted(DevTools.quote(selector), DevTools.quote(text)));
    }
}
