package dev.weir.postgres.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where a server keeps its data: a temporary folder with the number of this JVM in its name. */
final class DataFolder {
    private static final String PREFIX = "weir-postgres-data-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d+)-.*");

    private DataFolder() {}

    static Path create() throws IOException {
        Path folder = Files.createTempDirectory(PREFIX + ProcessHandle.current().pid() + "-");
        Account.current().own(folder);
        return folder;
    }

    /** Deletes what JVMs that were killed have left. */
    static void deleteLeftOvers() throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, PREFIX + "*")) {
            for (Path folder : folders) {
                Matcher name = NAME.matcher(folder.getFileName().toString());
                boolean abandoned = name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
                if (abandoned && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                    delete(folder);
                }
            }
        }
    }

    /** Deletes as much as can be. */
    static void delete(Path folder) {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        } catch (IOException | UncheckedIOException e) {
            return; // somebody else's, or being deleted by somebody else
        }
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // the next start tries again
            }
        }
    }
}
