package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
    @Test
    void hasDefaults() {
        assertEquals(
                new Options("127.0.0.1", 8080, 8081, 7878, Duration.ofSeconds(1), 1000, 1000, 10_000, false, ""),
                Options.parse());
    }

    @Test
    void readsAll() {
        assertEquals(
                new Options("0.0.0.0", 0, 9, 8, Duration.ofMillis(250), 1, 0, 3, true, "postgresql://me@here/rates"),
                Options.parse(("--bind 0.0.0.0 --http 0 --tcp 9 --rsocket 8 --delay 250ms --max-in-flight 1"
                                + " --max-streams 0 --max-connections 3 --still --pg-url postgresql://me@here/rates")
                        .split(" ")));
    }

    @Test
    void readsValuesAfterAnEqualsSign() {
        assertEquals(Options.parse("--http", "28080", "--delay", "2s"), Options.parse("--http=28080", "--delay=2s"));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0s, 0", "90s, 90000", "5ms, 5"})
    void readsTimes(String text, long millis) {
        assertEquals(Duration.ofMillis(millis), Options.parse("--delay", text).delay());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--htp 1 | unknown option \"--htp\": --help lists them",
                "8080 | unknown option \"8080\": --help lists them",
                "--http | --http needs a value: --help tells which",
                "--htp=1 | unknown option \"--htp\": --help lists them",
                "--http= | --http takes a number from 0 to 65535, not \"\"",
                "--still=yes | --still takes no value",
                "--http x | --http takes a number from 0 to 65535, not \"x\"",
                "--tcp 65536 | --tcp takes a number from 0 to 65535, not \"65536\"",
                "--tcp -1 | --tcp takes a number from 0 to 65535, not \"-1\"",
                "--rsocket 65536 | --rsocket takes a number from 0 to 65535, not \"65536\"",
                "--max-in-flight 0 | --max-in-flight takes a number from 1 to 1000000, not \"0\"",
                "--delay 1 | --delay takes a time such as 250ms, 2s or 0, not \"1\"",
                "--pg-url jdbc:x | --pg-url takes a URL such as postgresql://user@host/database, not \"jdbc:x\"",
                "--delay 1h | --delay takes a time such as 250ms, 2s or 0, not \"1h\"",
            })
    void refusesTheRestWithAReason(String arguments, String reason) {
        Refused refused = assertThrows(
                Refused.class, () -> Options.parse(arguments.strip().split(" ")));
        assertEquals(reason, refused.getMessage());
    }

    @Test
    void helpNamesEveryOption() {
        assertTrue(Options.asksForHelp("--http", "0", "--help"));
        assertTrue(Options.asksForHelp("help"));
        for (String option : List.of(
                "--http",
                "--tcp",
                "--rsocket",
                "--bind",
                "--delay",
                "--still",
                "--pg-url",
                "--max-in-flight",
                "--max-streams",
                "--max-connections",
                "--help")) {
            assertTrue(Options.HELP.contains("  " + option), option);
        }
    }
}
