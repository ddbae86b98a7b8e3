package dev.weir.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;

/** The folder of temporary files. */
final class Temporary {
    private Temporary() {}

    static Path folder() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** Makes a folder in it. */
    static Path create(String prefix) throws IOException {
        return Files.createTempDirectory(folder(), prefix);
    }

    /** Whose the files are that this JVM makes in it: some users have no name, or another than the JDK has. */
    static UserPrincipal user() throws IOException {
        Path mine = Files.createTempFile(folder(), "weir-postgres-user-", "");
        try {
            return Files.getOwner(mine);
        } finally {
            Files.delete(mine);
        }
    }
}
