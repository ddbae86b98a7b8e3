package dev.weir.net.fuzz;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ParsersTest {
    private static final int SEEDS = 3_000;
    private static final String[] PHRASES = {"\r\n", "\n", ": ", ";", "=", "\"", ",", "0", "\r\n\r\n", "--B", "%", "q=0"
    };

    @Test
    void readsSamplesInWhateverPieces() throws Exception {
        for (Parsers.Parser parser : Parsers.ALL) {
            for (String sample : parser.samples()) {
                parser.check(Fuzz.latin1(sample));
            }
        }
    }

    @Test
    void readsDamagedSamplesInWhateverPieces() {
        Fuzz.run(SEEDS, random -> {
            Parsers.Parser parser = Parsers.ALL.get(random.nextInt(Parsers.ALL.size()));
            List<String> samples = parser.samples();
            byte[] sample = Fuzz.latin1(samples.get(random.nextInt(samples.size())));
            parser.check(Fuzz.mutated(random, sample, PHRASES));
        });
    }

    @Test
    void samplesMeanSomething() throws Exception {
        for (Parsers.Parser parser : Parsers.ALL) {
            String nothing = parser.reading().of(new byte[] {(byte) 0xff}, 1);
            for (String sample : parser.samples()) {
                assertNotEquals(nothing, parser.reading().of(Fuzz.latin1(sample), 1), parser.name() + ": " + sample);
            }
        }
    }
}
