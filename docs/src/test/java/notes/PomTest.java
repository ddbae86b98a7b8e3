package notes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the example's pom asks for is what this build tests with. */
class PomTest {
    private static final Pattern ARTIFACT =
            Pattern.compile("<artifactId>([^<]+)</artifactId>\\s*(?:<!--[^\\n]*-->\\s*)?<version>([^<]+)</version>");
    private static final Pattern PROPERTY = Pattern.compile("<([a-z0-9.-]+)>([^<>\\s]+)</\\1>");

    @Test
    void versionsAreThoseOfThisBuild() throws IOException {
        Map<String, String> ours = versions(Path.of("../pom.xml"));
        ours.put("junit-jupiter", ours.get("junit-bom"));
        ours.put("weir-bom", ours.get("weir-parent"));
        Map<String, String> theirs = versions(Path.of("examples/notes/pom.xml"));
        theirs.remove("notes"); // itself
        assertFalse(theirs.isEmpty());
        theirs.forEach((artifact, version) -> assertEquals(ours.get(artifact), version, artifact));
    }

    @Test
    void theBomAndTheGuideAreOfThisVersion() throws IOException {
        String ours = versions(Path.of("../pom.xml")).get("weir-parent");
        assertEquals(ours, versions(Path.of("../bom/pom.xml")).get("weir-bom"));
        String guide = Files.readString(Path.of("guide/getting-started.md"));
        assertTrue(guide.contains("<version>" + ours + "</version>"), "the version for Maven");
        assertTrue(guide.contains("weir-bom:" + ours + "\""), "the version for Gradle");
    }

    @Test
    void versionsInTheGuideAreThoseOfThisBuild() throws IOException {
        Map<String, String> ours = versions(Path.of("../pom.xml"));
        ours.put("weir-bom", ours.get("weir-parent"));
        Map<String, String> said = new TreeMap<>();
        try (DirectoryStream<Path> pages = Files.newDirectoryStream(Path.of("guide"), "*.md")) {
            for (Path page : pages) {
                said.putAll(versions(page));
            }
        }
        assertTrue(said.containsKey("postgresql"), said::toString);
        said.forEach((artifact, version) -> assertEquals(ours.get(artifact), version, artifact));
    }

    private static Map<String, String> versions(Path pom) throws IOException {
        String text = Files.readString(pom);
        Map<String, String> properties = new TreeMap<>();
        Matcher property = PROPERTY.matcher(text);
        while (property.find()) {
            properties.putIfAbsent("${" + property.group(1) + "}", property.group(2));
        }
        properties.put("${project.version}", properties.get("${version}"));
        Map<String, String> versions = new TreeMap<>();
        Matcher artifact = ARTIFACT.matcher(text);
        while (artifact.find()) {
            String name = properties.getOrDefault(artifact.group(1), artifact.group(1));
            versions.put(name, properties.getOrDefault(artifact.group(2), artifact.group(2)));
        }
        return versions;
    }
}
