package dev.weir.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LatenciesTest {
    private static Latencies of(long... micros) {
        Latencies latencies = new Latencies();
        for (long time : micros) {
            latencies.add(time, 1);
        }
        return latencies;
    }

    @Test
    void quantilesAreTimesThatWereSeen() {
        Latencies latencies = of(4_000, 1_000, 3_000, 2_000);
        assertEquals(1, latencies.quantile(0));
        assertEquals(2, latencies.quantile(0.5));
        assertEquals(3, latencies.quantile(0.51));
        assertEquals(4, latencies.quantile(0.99));
    }

    @Test
    void meanAndDeviationAreOfAll() {
        Latencies latencies = of(2_000, 4_000, 4_000, 4_000, 5_000, 5_000, 7_000, 9_000);
        assertEquals(5, latencies.mean());
        assertEquals(2, latencies.deviation());
    }

    @Test
    void severalAddUp() {
        Latencies sum = of(1_000, 2_000);
        sum.addAll(of(2_000, 9_000));
        assertEquals(2, sum.quantile(0.75));
        assertEquals(9, sum.quantile(0.76));
        assertEquals(3.5, sum.mean());
    }

    @Test
    void nothingHasNoFigures() {
        assertTrue(of().isEmpty());
        assertTrue(Double.isNaN(of().quantile(0.5)));
        assertTrue(Double.isNaN(of().mean()));
        assertTrue(Double.isNaN(of().deviation()));
    }
}
