package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testkit.Probe;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RatesTest {
    private static final Currency GBP = new Currency("GBP");

    private final Rates rates = new Rates(Table.opening());

    @Test
    void aWatcherGetsTheTableAndThenTheMoves() {
        rates.move(GBP, Rate.of("0.86"));
        Probe<Update> probe = Probe.subscribeTo(rates.watch());
        rates.move(Currency.USD, Rate.of("1.07"));
        rates.move(Currency.USD, Rate.of("1.07"));
        rates.move(GBP, Rate.of("0.87"));

        List<Update> updates = probe.items();
        assertEquals(3, updates.size());
        assertEquals(12, updates.get(0).changes().size());
        assertEquals(Rate.of("0.86"), updates.get(0).changes().get(GBP));
        assertEquals(Map.of(Currency.USD, Rate.of("1.07")), updates.get(1).changes());
        assertEquals(Map.of(GBP, Rate.of("0.87")), updates.get(2).changes());
        probe.cancel();
        assertEquals(0, rates.watchers());
    }

    @Test
    void aMoveBetweenTheTableAndTheFirstRequestIsNotMissed() {
        Probe<Update> probe = Probe.subscribeTo(rates.watch(), 0);
        rates.move(Currency.USD, Rate.of("1.07"));
        probe.request(Long.MAX_VALUE);
        assertEquals(rates.now(), probe.items().getLast().now());
        probe.cancel();
    }

    @Test
    void aSlowWatcherLosesOldMovesButNotWhatTheyCameTo() {
        Probe<Update> slow = Probe.subscribeTo(rates.watch(), 1);
        rates.move(GBP, Rate.of("0.9"));
        int moves = 1000;
        for (int i = 1; i <= moves; i++) {
            rates.move(Currency.USD, Rate.of("1." + (1000 + i)));
        }
        slow.request(Long.MAX_VALUE);

        List<Update> updates = slow.items();
        assertTrue(updates.size() <= 2 * Rates.WAITING, updates.size() + " updates were kept");
        assertEquals(rates.now(), updates.getLast().now());
        Table told = Table.EMPTY;
        for (Update update : updates) {
            assertEquals(told, update.known());
            told = update.now();
        }
    }
}
