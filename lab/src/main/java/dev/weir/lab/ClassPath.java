package dev.weir.lab;

import dev.weir.Many;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** What the JVMs that measure have as their class path. */
record ClassPath(String entries) {
    private static final String PROPERTY = "java.class.path";

    /** That of the lab itself. */
    static final ClassPath OWN = new ClassPath(System.getProperty(PROPERTY));

    /** The lab's, with another core. */
    static ClassPath withCore(Path jar) {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            if (file.getEntry("dev/weir/Many.class") == null) {
                throw new Refused(
                        "--against takes a jar of Weir's core, and there is no dev.weir.Many in '" + jar + "'");
            }
        } catch (IOException e) {
            throw new Refused("--against takes a jar of Weir's core, and '" + jar + "' is no jar");
        }
        Path own = core();
        List<String> entries = Stream.of(OWN.entries.split(File.pathSeparator)).toList();
        return new ClassPath(entries.stream()
                .map(entry -> Path.of(entry).toAbsolutePath().equals(own) ? jar.toString() : entry)
                .collect(Collectors.joining(File.pathSeparator)));
    }

    /** The lab's, with a thread-local and what carries it. */
    static ClassPath carrying() {
        return new ClassPath(OWN.entries + File.pathSeparator + Peer.folder("carried") + Peer.ALL);
    }

    private static Path core() {
        try {
            return Path.of(Many.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lets JMH start JVMs with it: they get what it believes to be its own. */
    void use() {
        System.setProperty(PROPERTY, entries);
    }
}
