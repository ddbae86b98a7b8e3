package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Broadcast;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.http.HttpServer;
import dev.weir.sql.SqlException;
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PageTest {
    private static Browser browser;

    private final Rates rates = new Rates(Table.opening());
    private final Broadcast<Boolean> states = Broadcast.create(); // of the database
    private volatile boolean there = true;
    private final HttpServer server = new HttpDesk(rates, this::move, states.listen(Overflow.latest()), 10, 8082)
            .server()
            .bind("127.0.0.1", 0)
            .start()
            .await();

    private One<Boolean> move(Currency currency, Rate rate) {
        return there
                ? rates.mover().move(currency, rate)
                : One.fail(() -> new SqlException(SqlException.Reason.CONNECTION, "gone", "a move"));
    }

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
    void tellsWhereTheDeskSpeaksTcp() {
        awaitText("#tcp", "8082");
        String terminal = browser.text("#terminal");
        assertTrue(terminal.contains("| curl -sm 2 telnet://127.0.0.1:8082"), terminal);
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
    void theChangeIsSinceThePageWasOpened() {
        for (int i = 0; i < 100; i++) {
            String rate = i % 2 == 0 ? "1.5" : "2.5";
            rates.move(Currency.USD, Rate.of(rate));
            awaitText("[data-code=USD] .rate", rate + "0");
        }
        assertEquals("▲ 134.86 %", browser.text("[data-code=USD] .change"));
        assertEquals("100 moves.", browser.text("#chart-note"));
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
    void keepsWhatWasTypedUntilItIsTaken() {
        browser.type("#move-rate", "-1");
        browser.click("#mover [type=submit]");
        awaitText("#moved", "a rate is a number from 0.000000001 to 999999999 with at most 9 decimals");
        rates.move(Currency.USD, Rate.of("1.07"));
        awaitText("#quote-rate", "1.07");
        assertEquals("-1", browser.evaluate("document.querySelector('#move-rate').value"));

        browser.type("#move-rate", "1.08");
        browser.click("#mover [type=submit]");
        awaitText("#moved", "USD moved to 1.08.");
        rates.move(Currency.USD, Rate.of("1.09"));
        awaitText("#quote-rate", "1.09");
        assertEquals("1.09", browser.evaluate("document.querySelector('#move-rate').value"));
    }

    @Test
    void looksAtBothFieldsBeforeItSendsThem() {
        browser.type("#move-rate", "a lot");
        browser.click("#mover [type=submit]");
        assertEquals("\"a lot\" is not a rate: enter a number such as 1.07", browser.text("#moved"));
        browser.type("#move-code", "u$");
        browser.click("#mover [type=submit]");
        assertEquals("\"U$\" is not a currency: enter a code of three letters such as USD", browser.text("#moved"));
        assertEquals(Table.opening(), rates.now());
    }

    @Test
    void aHiddenPageLetsItsStreamGo() {
        browser.evaluate("""
            { const close = EventSource.prototype.close; window.closes = 0;
              EventSource.prototype.close = function () { window.closes++; close.call(this); }; }
            """);
        hide(true);
        assertEquals("paused while hidden", browser.text("#state-text"));
        assertEquals("1", browser.evaluate("String(window.closes)"));
        rates.move(Currency.USD, Rate.of("1.07"));
        hide(false);
        awaitText("#quote-rate", "1.07");
        assertEquals("live", browser.text("#state-text"));
    }

    private static void hide(boolean hidden) {
        browser.evaluate(
                "Object.defineProperty(document, 'hidden', { value: %s, configurable: true });".formatted(hidden)
                        + " document.dispatchEvent(new Event('visibilitychange'))");
    }

    @Test
    void saysWhenTheDeskTakesTooLong() {
        browser.evaluate("AbortSignal.timeout = () => AbortSignal.abort(new DOMException('late', 'TimeoutError'))");
        browser.click("[data-nudge='0.01']");
        awaitText("#moved", "the desk has not answered for 5 s: try again");
        browser.type("#amount", "20");
        awaitText("#result", "the desk has not answered for 5 s: try again");
    }

    @Test
    void aSmallRateMovesByNineDecimals() {
        rates.move(new Currency("XBT"), Rate.of("0.000010711"));
        awaitText("[data-code=XBT] .rate", "0.000010711");
        browser.click("[data-code=XBT] .pick");
        browser.click("[data-nudge='0.01']");
        awaitText("#moved", "XBT moved to 0.000010818.");
    }

    @Test
    void aNewCurrencyGetsARow() {
        rates.move(new Currency("XAU"), Rate.of("0.00038"));
        awaitText("[data-code=XAU] .rate", "0.00038");
        browser.click("[data-code=XAU] .pick");
        assertEquals("0.00038", browser.text("#quote-rate"));
        awaitText("#result", "0.0041762 XAU");
    }

    @Test
    void converts() {
        awaitText("#result", "11.6986 USD");
        browser.type("#amount", "20");
        awaitText("#result", "21.2896 USD");
        browser.click("#swap");
        awaitText("#result", "18.7885 EUR");
        assertEquals("1 USD = 0.939426 EUR", browser.text("#cross"));
        browser.type("#amount", "123456789012345678.12");
        browser.click("#swap");
        browser.click("#swap");
        awaitText(
                "#result",
                "%s EUR"
                        .formatted(new DecimalFormat("#,##0.00##", DecimalFormatSymbols.getInstance(Locale.ENGLISH))
                                .format(rates.now()
                                        .convert(
                                                new BigDecimal("123456789012345678.12"), Currency.USD, Currency.EUR))));
        browser.type("#amount", "abc");
        awaitText("#result", "\"abc\" is not an amount: send a number such as 2.5");
    }

    @Test
    void aDeskThatHasBegunAnewHasNoOtherRates() {
        rates.move(new Currency("XAU"), Rate.of("0.00038"));
        awaitText("[data-code=XAU] .rate", "0.00038");
        browser.click("[data-code=XAU] .pick");
        int port = server.port();
        server.close();
        server.closed().await();
        try (HttpServer _ = new HttpDesk(new Rates(Table.opening()), 10, 8082)
                .server()
                .bind("127.0.0.1", port)
                .start()
                .await()) {
            browser.await("!document.querySelector('[data-code=XAU], option[value=XAU]')");
            browser.await("document.querySelector('#quote-code').textContent !== 'XAU'");
            browser.open("about:blank");
        }
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
        try (HttpServer _ = new HttpDesk(rates, 10, 8082)
                .server()
                .bind("127.0.0.1", port)
                .start()
                .await()) {
            awaitText("#quote-rate", "1.07");
            assertEquals("live", browser.text("#state-text"));
            browser.open("about:blank");
        }
    }

    @Test
    void showsThatTheDatabaseIsLostWithTheLastRatesUntilItIsBack() {
        there = false;
        states.emit(false);
        awaitText("#state-text", "database lost: the last rates known");
        assertEquals(true, browser.evaluate("document.querySelector('#state').dataset.state === 'lost'"));
        assertEquals("1.06448", browser.text("[data-code=USD] .rate"));
        awaitText("#result", "11.6986 USD");
        browser.type("#move-rate", "1.5");
        browser.click("#mover [type=submit]");
        awaitText("#moved", "the rates can't be changed now, for their database does not answer: try again later");
        assertEquals("1.06448", browser.text("[data-code=USD] .rate"));

        there = true;
        states.emit(true);
        awaitText("#state-text", "live");
        browser.click("#mover [type=submit]");
        awaitText("#moved", "USD moved to 1.5.");
        awaitText("[data-code=USD] .rate", "1.50");
    }

    private static Object chart() {
        return browser.evaluate("document.querySelector('#chart-line').getAttribute('d')");
    }

    private static void awaitText(String selector, String text) {
        browser.await("document.querySelector(%s)?.textContent === %s"
                .formatted(DevTools.quote(selector), DevTools.quote(text)));
    }
}
