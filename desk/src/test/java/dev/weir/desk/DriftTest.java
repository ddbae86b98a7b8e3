package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class DriftTest {
    @Test
    void walksTheSameWayEachTime() {
        Table first = walk(new Rates(Table.opening()), 60);
        assertEquals(first, walk(new Rates(Table.opening()), 60));
        assertEquals(Rate.ONE, first.rate(Currency.EUR));
        assertNotEquals(Table.opening().rate(Currency.USD), first.rate(Currency.USD));
        assertEquals(1.06448, first.rate(Currency.USD).value().doubleValue(), 0.02);
    }

    @Test
    void staysWithinTheBoundsOfRates() {
        Rates rates = new Rates(Table.opening());
        rates.move(Currency.USD, Rate.of("999999999"));
        rates.move(new Currency("XAU"), Rate.of("0.000000001"));
        walk(rates, 1000);
    }

    /** Between its look at a rate and its step. */
    @Test
    void doesNotStepOverWhatSomebodySets() {
        Rates rates = new Rates(Table.opening());
        Rate set = Rate.of("2");
        AtomicBoolean first = new AtomicBoolean(true);
        Mover mover = new Mover() {
            @Override
            public One<Boolean> move(Currency currency, Rate rate) {
                throw new AssertionError("without a look at what is so");
            }

            @Override
            public One<?> nudge(Currency currency, Rate from, Rate to) {
                if (currency.equals(Currency.USD) && first.getAndSet(false)) {
                    rates.move(Currency.USD, set);
                }
                return rates.mover().nudge(currency, from, to);
            }
        };
        VirtualTime time = new VirtualTime();
        Probe<Void> probe = Probe.subscribeTo(new Drift(rates, mover).walk().toMany(), time);
        Cancellable watcher = rates.watch().subscribe(_ -> {});
        time.advance(Duration.ofSeconds(1));
        assertEquals(set, rates.now().rate(Currency.USD));
        watcher.cancel();
        probe.cancel();
    }

    private static Table walk(Rates rates, int seconds) {
        VirtualTime time = new VirtualTime();
        Probe<Void> probe =
                Probe.subscribeTo(new Drift(rates, rates.mover()).walk().toMany(), time);
        Cancellable watcher = rates.watch().subscribe(update -> {});
        time.advance(Duration.ofSeconds(seconds));
        probe.assertNotEnded();
        watcher.cancel();
        Table left = rates.now();
        time.advance(Duration.ofSeconds(60));
        assertEquals(left, rates.now());
        probe.cancel();
        time.assertNoTimers();
        return rates.now();
    }
}
