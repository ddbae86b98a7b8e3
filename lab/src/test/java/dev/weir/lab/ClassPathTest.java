package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
    @Test
    void hasTheOtherCoreWhereOursIs(@TempDir Path directory) throws IOException {
        Path jar = directory.resolve("core.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("dev/weir/Many.class"));
        }
        ClassPath other = ClassPath.withCore(jar);
        List<String> entries = List.of(other.entries().split(File.pathSeparator));
        assertTrue(entries.contains(jar.toString()), other.entries());
        assertEquals(ClassPath.OWN.entries().split(File.pathSeparator).length, entries.size());
        assertNotEquals(ClassPath.OWN, other);
    }

    @Test
    void refusesWhatIsNoCore(@TempDir Path directory) throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "a line\n");
        Refused refused = assertThrows(Refused.class, () -> ClassPath.withCore(text));
        assertEquals("--against takes a jar of Weir's core, and '" + text + "' is no jar", refused.getMessage());
    }
}
