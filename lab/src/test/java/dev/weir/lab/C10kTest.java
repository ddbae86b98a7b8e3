package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class C10kTest {
    private final C10k suite = new C10k();

    private static Settings settings(List<String> peers, String... rows) {
        return new Settings(true, Path.of("text"), "", new Part(peers, List.of(rows), List.of()), Optional.empty());
    }

    @Test
    void hasTheRowsThatAreWanted() {
        assertEquals(
                List.of("h2 plaintext", "h2 tls", "tcp client idle"),
                suite.titles(settings(List.of(), "h2 plain", "h2 tls", "client")));
        assertEquals(
                List.of(
                        "h2 upload of one megabyte over 4 streams",
                        "h2 upload of one megabyte over 64 streams",
                        "h2 upload of 10 megabytes over 4 streams",
                        "h2 upload of 10 megabytes over 64 streams"),
                suite.titles(settings(List.of(), "h2 upload")));
        assertEquals(List.of("http plain"), suite.titles(settings(List.of(), "http plain")));
        assertEquals(List.of(), suite.titles(settings(List.of(), "no such")));
        assertEquals(0, suite.expected(settings(List.of(), "no such")));
    }

    /** They are compared with those of other runs, and asked for by hand. */
    @Test
    void namesRowsTheSameInEachLanguage() {
        List<String> titles = suite.titles(settings(List.of(), ""));
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertEquals(titles, suite.titles(settings(List.of(), "")));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aQuickRunHasFewOfTheRowsOfBodiesUnlessTheyAreNamed() {
        String ten = "h2 download of 10 megabytes over 4 streams";
        assertFalse(suite.titles(settings(List.of())).contains(ten));
        assertEquals(List.of(ten), suite.titles(settings(List.of(), ten)));
    }

    @Test
    void measuresThePeersThatAreWanted() {
        double all = suite.expected(settings(List.of(), "tcp client idle"));
        assertEquals(all / 3, suite.expected(settings(List.of("weir"), "tcp client idle")));
        assertEquals(0, suite.expected(settings(List.of("helidon"), "tcp client idle")));
    }

    @Test
    void aQuickRunIsOfMinutes() {
        double quick = suite.expected(settings(List.of()));
        assertTrue(quick < 720, () -> quick + " s");
    }
}
