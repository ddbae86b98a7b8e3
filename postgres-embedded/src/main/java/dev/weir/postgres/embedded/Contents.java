package dev.weir.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What was unpacked, by a list beside it: whoever cleans up temporary files deletes those that nobody has used for long. */
final class Contents {
    private static final String LIST = "contents";

    private Contents() {}

    /** Writes what is in the folder. */
    static void list(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            List<String> names = walk.map(file -> folder.relativize(file).toString()) // each below that of its folder
                    .filter(name -> !name.isEmpty())
                    .toList();
            Files.write(folder.resolve(LIST), names);
        }
    }

    static boolean isWhole(Path folder) throws IOException {
        try {
            return Files.readAllLines(folder.resolve(LIST)).stream().allMatch(name -> isThere(folder.resolve(name)));
        } catch (NoSuchFileException deleted) {
            return false;
        }
    }

    private static boolean isThere(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Moves what is missing from a folder that has all; what runs from there goes on, and others may do the same. */
    static void putBack(Path whole, Path folder) throws IOException {
        for (String name : Files.readAllLines(whole.resolve(LIST))) {
            move(whole.resolve(name), folder.resolve(name));
        }
        move(whole.resolve(LIST), folder.resolve(LIST));
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            if (isThere(from) && !isThere(to)) { // else it was moved with its folder
                Files.move(from, to);
            }
        } catch (IOException e) {
            if (!isThere(to)) {
                throw e;
            }
        }
    }
}
