package dev.weir.postgres.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What is installed. */
final class Programs {
    private Programs() {}

    /** The program itself, behind any link; null if it is not there. */
    static @Nullable Path onPath(String name) {
        String path = System.getenv("PATH");
        for (String folder : (path == null ? "" : path).split(File.pathSeparator, -1)) {
            Path program = Path.of(folder).resolve(name);
            if (!folder.isEmpty() && Files.isExecutable(program)) {
                try {
                    return program.toRealPath();
                } catch (IOException e) {
                    // the next one, then
                }
            }
        }
        return null;
    }
}
