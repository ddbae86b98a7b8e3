package dev.weir.lab.neutral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextTest {
    @Test
    void hasTheShapeOfTheBook(@TempDir Path directory) throws IOException {
        Path text = Text.write(directory.resolve("text"));
        List<String> lines = Files.readAllLines(text);
        assertEquals(73_829, lines.size());
        assertEquals(3_295_946, Files.size(text));
        assertEquals(20_149, lines.stream().filter(String::isBlank).count());
        assertTrue(lines.stream().filter(line -> line.contains("“")).count() > 10_000);
    }

    @Test
    void isTheSameEachTime(@TempDir Path directory) throws IOException {
        Path one = Text.write(directory.resolve("one"));
        Path other = Text.write(directory.resolve("other"));
        assertArrayEquals(Files.readAllBytes(one), Files.readAllBytes(other));
    }
}
