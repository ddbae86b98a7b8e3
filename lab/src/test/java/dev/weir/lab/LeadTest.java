package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LeadTest {
    private static Measurement turns(Double... samples) {
        double score =
                Stats.median(Stream.of(samples).mapToDouble(Double::doubleValue).toArray());
        return new Measurement("s", "row", Map.of(), "weir", "1", "ops/s", score, null, true, List.of(samples));
    }

    private static Measurement with(double score, Double error) {
        return new Measurement("s", "row", Map.of(), "weir", "1", "ops/s", score, error, true, List.of());
    }

    @Test
    void comparesTurnByTurn() {
        // the machine is ten times slower in the middle, which hits both
        Measurement ours = turns(20.0, 22.0, 2.1, 2.0, 20.0);
        Measurement other = turns(10.0, 10.0, 1.0, 1.0, 10.0);
        Lead lead = Lead.of(ours, other);
        assertEquals(2, lead.times(), 1e-9);
        assertEquals(2, lead.least(), 1e-9);
        assertEquals(2.2, lead.most(), 1e-9);
        assertTrue(lead.isAhead());
        assertEquals(0.5, Lead.of(other, ours).times(), 1e-9);
        assertTrue(Lead.of(other, ours).isBehind());
    }

    @Test
    void lessMayBeBetter() {
        Lead lead = Lead.of(Sample.time("file", "weir", 5.0, 4.0), Sample.time("file", "mutiny", 10.0, 12.0));
        assertEquals(2.5, lead.times(), 1e-9);
        assertEquals(2, lead.least(), 1e-9);
        assertEquals(3, lead.most(), 1e-9);
    }

    @Test
    void errorsThatOverlapAreNoLead() {
        Lead lead = Lead.of(with(23_895, 26_604.0), with(17_735, 20_006.0));
        assertEquals(1.35, lead.times(), 0.01);
        assertTrue(lead.isEven());
        assertFalse(lead.isAhead() || lead.isBehind());
        assertTrue(Lead.of(with(110, 3.0), with(100, 3.0)).isAhead());
        assertTrue(Lead.of(with(100, 3.0), with(110, 3.0)).isBehind());
    }

    @Test
    void whatIsExactHasNoInterval() {
        Lead lead = Lead.of(with(110, null), with(100, null));
        assertEquals(new Lead(1.1, 1.1, 1.1), lead);
        assertEquals("", Format.interval(lead));
    }

    @Test
    void anIntervalHasNinetyNinePercent() {
        assertEquals(0, Stats.outside(2));
        assertEquals(0, Stats.outside(8));
        assertEquals(2, Stats.outside(16));
        for (int count = 8; count < 60; count++) {
            int outside = Stats.outside(count);
            assertTrue(coverage(count, outside) >= 0.99, "" + count);
            assertTrue(coverage(count, outside + 1) < 0.99, "" + count);
        }
    }

    /** How likely the median is between the values that are left when so many on each side are not counted. */
    private static double coverage(int count, int outside) {
        double[] chances = new double[count + 1];
        chances[0] = 1;
        for (int toss = 0; toss < count; toss++) {
            for (int heads = count; heads >= 0; heads--) {
                chances[heads] = chances[heads] / 2 + (heads == 0 ? 0 : chances[heads - 1] / 2);
            }
        }
        return 1 - 2 * Arrays.stream(chances).limit(outside + 1).sum();
    }
}
