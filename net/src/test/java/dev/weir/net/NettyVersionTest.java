package dev.weir.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.util.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What we do because of what Netty does names its version; who moves to another one looks at each place. Of its parts one
 * may speak without: "Netty's codec".
 */
class NettyVersionTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Pattern NAMED = Pattern.compile("\\bNetty\\b(?!'s)(?:\\s+(?:\\*\\s+)?(\\d+\\.\\d+\\.\\d+))?");
    private static final String NONE = "none";

    private static String used() {
        return Version.identify().get("netty-transport").artifactVersion().replace(".Final", "");
    }

    private static Map<String, List<String>> places() throws IOException {
        Map<String, List<String>> places = new TreeMap<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                List<String> versions = NAMED.matcher(Files.readString(file))
                        .results()
                        .map(found -> Objects.requireNonNullElse(found.group(1), NONE))
                        .toList();
                if (!versions.isEmpty()) {
                    places.put(String.valueOf(file.getFileName()), versions);
                }
            }
        }
        return places;
    }

    @Test
    void whatIsDoneBecauseOfNettyIsOfItsVersion() throws IOException {
        Map<String, List<String>> places = places();
        assertTrue(places.size() > 4, () -> "the places are found: " + places);
        Map<String, List<String>> others = places.entrySet().stream()
                .filter(place -> !place.getValue().stream().allMatch(used()::equals))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        assertEquals(
                Map.of(),
                others,
                () -> "Netty is " + used()
                        + " now: look whether it still does what these places are for, with their tests,"
                        + " then let them name it, or take them out");
    }

    @Test
    void versionsAreFoundInText() {
        Matcher found = NAMED.matcher("of this. Netty\n * 4.2.18 drops what it");
        assertTrue(found.find());
        assertEquals("4.2.18", found.group(1));
        assertTrue(NAMED.matcher("as Netty does").find());
        assertFalse(NAMED.matcher("as Netty's codec does, and isOfNetty(frame)").find());
    }
}
