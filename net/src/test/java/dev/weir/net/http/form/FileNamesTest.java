package dev.weir.net.http.form;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileNamesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "photo.jpg|photo.jpg",
                "Ünïcode 名前.txt|Ünïcode 名前.txt",
                "../../etc/passwd|passwd",
                "C:\\Users\\me\\cv.doc|cv.doc",
                "..|unnamed",
                ".|unnamed",
                "/|unnamed",
                "''|unnamed",
                ".htaccess|htaccess",
                "a.txt. . .|a.txt",
                "a<b>c:d\"e|a_b_c_d_e",
                "$(rm -rf)`x`;&%41|_(rm -rf)_x____41",
                "CON|_CON",
                "nul.txt|_nul.txt",
                "com1.log|_com1.log",
                "console.txt|console.txt",
            })
    void areHarmless(String sent, String expected) {
        assertEquals(expected, FileNames.harmless(sent));
    }

    @Test
    void haveNoControlsAndNoTricks() {
        assertEquals("ab.txt", FileNames.harmless("a\0\r\nb\u202e.txt"));
        assertEquals("a.txt", FileNames.harmless("a\ud800.txt"));
        assertEquals("unnamed", FileNames.harmless("a/b/"));
        assertEquals("rf", FileNames.harmless("-rf"));
        assertEquals("unnamed", FileNames.harmless("~"));
        assertEquals("a_b_.txt", FileNames.harmless("a'b!.txt"));
    }

    @Test
    void areShortAndKeepTheirEnd() {
        String name = FileNames.harmless("x".repeat(5000) + ".tar.gz");
        assertEquals(200, name.length());
        assertTrue(name.endsWith(".gz"));
        assertEquals(200, FileNames.harmless("x".repeat(500)).length());
        assertTrue(FileNames.harmless("😀".repeat(200)).length() <= 200);
    }

    @Test
    void loseTheSameAtTheirEndsAsByAPattern() {
        Random random = new Random(11);
        String parts = "..  \tab";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int length = random.nextInt(10); length > 0; length--) {
                name.append(parts.charAt(random.nextInt(parts.length())));
            }
            String bare = name.toString().replace("\t", "").replaceAll("^[.\\s]+|[.\\s]+$", "");
            assertEquals(bare.isEmpty() ? "unnamed" : bare, FileNames.harmless(name.toString()));
        }
    }

    /** Each of them was the beginning of a run that might have been at the end, so it took their square. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void mayHaveManyDotsInside() {
        String name = FileNames.harmless("a" + ".".repeat(1_000_000) + "b");
        assertEquals("a" + ".".repeat(198) + "b", name);
    }

    @Test
    void stayInTheirFolder() {
        Random random = new Random(7);
        Path folder = Path.of("/tmp/uploads");
        String parts = "./\\:~\0 a%";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                name.append(parts.charAt(random.nextInt(parts.length())));
            }
            Path file = folder.resolve(FileNames.harmless(name.toString())).normalize();
            assertEquals(folder, file.getParent(), name.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ж", "名", "😀"})
    void areNoLongerThanFileSystemsTake(String letter) {
        String name = FileNames.harmless(letter.repeat(199) + ".txt");
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        assertTrue(length > 196 && length <= 200, name);
        assertTrue(name.endsWith(letter + ".txt"), name);
    }
}
