package dev.weir.lab.footprint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counts the Java code of a library as scc does: lines that are neither blank nor comments; the complexity is the
 * number of branches and conditions.
 */
public record SourceCode(int files, int lines, int complexity) {
    private static final Pattern COMMENT_OR_LITERAL = Pattern.compile(
            "//[^\\n]*|/\\*[\\s\\S]*?\\*/|\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'");
    private static final Pattern DECISION = Pattern.compile("\\b(for|if|switch|while|else)\\b(?=[ (])|\\|\\||&&|!=|==");

    /** Counts the folder of sources, or the jar of sources. */
    public static SourceCode of(Path sources) throws IOException {
        if (Files.isDirectory(sources)) {
            return ofFolder(sources);
        }
        try (FileSystem jar = FileSystems.newFileSystem(sources)) {
            return ofFolder(jar.getPath("/"));
        }
    }

    /** Counts the text of one file. */
    static SourceCode ofFile(String text) {
        String code = COMMENT_OR_LITERAL.matcher(text).replaceAll(found -> blank(found.group()));
        int lines = (int) code.lines().filter(line -> !line.isBlank()).count();
        int complexity = (int) DECISION.matcher(code).results().count();
        return new SourceCode(1, lines, complexity);
    }

    /** Decisions for each thousand lines. */
    public double density() {
        return 1_000.0 * complexity / lines;
    }

    private static SourceCode ofFolder(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            List<SourceCode> files = paths.filter(path -> path.toString().endsWith(".java"))
                    .map(SourceCode::ofFile)
                    .toList();
            return files.stream().reduce(new SourceCode(0, 0, 0), SourceCode::plus);
        }
    }

    private static SourceCode ofFile(Path file) {
        try {
            return ofFile(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SourceCode plus(SourceCode other) {
        return new SourceCode(files + other.files, lines + other.lines, complexity + other.complexity);
    }

    /** A literal still makes a line of code, a comment does not; both keep their line breaks. */
    private static String blank(String found) {
        return found.replaceAll("[^\\n]+", found.startsWith("/") ? " " : "_");
    }
}
