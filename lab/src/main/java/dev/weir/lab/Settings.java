package dev.weir.lab;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How to measure.
 *
 * @param text the file that rows of I/O read
 * @param url where the same text is served by HTTP
 * @param part what part of the suites is wanted
 * @param against the class path with another core, to measure ours with as well, if there is one
 */
record Settings(boolean quick, Path text, String url, Part part, Optional<ClassPath> against) {
    /** Whether rows are left out that nobody has asked for by name. */
    boolean brief() {
        return quick && part.rows().isEmpty();
    }
}
