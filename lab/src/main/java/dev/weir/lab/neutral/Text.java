package dev.weir.lab.neutral;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * A generated text, the same each time, with the shape of the Project Gutenberg edition of Les Misérables in English:
 * as many lines and bytes, lines as long, and a fifth of them with characters that are not Latin.
 */
public final class Text {
    public static final int LINES = 73_829;
    public static final int BYTES = 3_295_946;

    /** How many lines of the book have 0, 1, 2 ... bytes, without the line break. */
    private static final int[] LINES_BY_LENGTH = {
        20_149, 1, 0, 24, 45, 107, 159, 178, 189, 253, 317, 243, 179, 216, 188, 190, 205, 218, 208, 234, 207, 236, 218,
        278, 277, 257, 240, 244, 261, 269, 257, 258, 253, 251, 281, 252, 242, 238, 249, 251, 263, 222, 227, 231, 212,
        214, 188, 214, 215, 197, 190, 180, 192, 205, 215, 197, 207, 197, 211, 296, 365, 562, 747, 1148, 1606, 2104,
        2852, 3757, 5054, 6235, 6580, 6638, 1189, 1085, 378, 435, 164, 174, 77, 42, 18, 11, 5, 1, 1, 2, 0, 1, 0, 1, 0,
        0, 2
    };

    private static final int LONGEST_WORD = 10;
    private static final int SHORTEST_QUOTED = 20;
    private static final int ONE_OF_QUOTED = 4;

    private final Random random = new Random(Seed.TEXT);

    private Text() {}

    /** Writes it to the file, unless it is there. */
    public static Path write(Path file) throws IOException {
        if (Files.exists(file) && Files.size(file) == BYTES) {
            return file;
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (Writer writer = Files.newBufferedWriter(file)) {
            new Text().write(writer);
        }
        return file;
    }

    /** A temporary file with so many copies of the file, one behind the other. */
    public static Path copied(Path file, int copies) throws IOException {
        byte[] text = Files.readAllBytes(file);
        Path all = Files.createTempFile("weir-lab", ".txt");
        try (OutputStream out = Files.newOutputStream(all)) {
            for (int i = 0; i < copies; i++) {
                out.write(text);
            }
        }
        return all;
    }

    private void write(Writer writer) throws IOException {
        for (int length : shuffledLengths()) {
            boolean quoted = length >= SHORTEST_QUOTED && random.nextInt(ONE_OF_QUOTED) == 0;
            writer.write(quoted ? "“" + words(length - 6) + "”" : words(length)); // a quotation mark has three bytes
            writer.write('\n');
        }
    }

    private int[] shuffledLengths() {
        int[] lengths = new int[LINES];
        int filled = 0;
        for (int length = 0; length < LINES_BY_LENGTH.length; length++) {
            for (int i = 0; i < LINES_BY_LENGTH[length]; i++) {
                int place = random.nextInt(++filled);
                lengths[filled - 1] = lengths[place];
                lengths[place] = length;
            }
        }
        return lengths;
    }

    private String words(int length) {
        StringBuilder text = new StringBuilder(length);
        int left = 1 + random.nextInt(LONGEST_WORD);
        while (text.length() < length) {
            boolean gap = left == 0 && text.length() + 1 < length;
            text.append(gap ? ' ' : (char) ('a' + random.nextInt(26)));
            left = gap ? 1 + random.nextInt(LONGEST_WORD) : Math.max(0, left - 1);
        }
        return text.toString();
    }
}
