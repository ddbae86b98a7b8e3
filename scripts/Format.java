import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.JavaFormatterOptions.Style;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Formats the repository's Java sources, or with {@code check} names those that need it. */
final class Format {

    private static final Formatter FORMATTER = Formatter.createFormatter(
            JavaFormatterOptions.builder().style(Style.PALANTIR).build());

    // the formatter does not know compact source files, which the examples are
    private static final Set<String> SKIPPED = Set.of("target", "examples");

    public static void main(String[] args) throws IOException {
        boolean check = args.length > 0 && args[0].equals("check");
        List<String> off = sources().parallelStream()
                .map(file -> format(file, check))
                .filter(line -> !line.isEmpty())
                .toList();
        off.forEach(System.err::println);
        if (check && !off.isEmpty()) {
            System.err.println("The files above are not formatted: run ./weir format");
        }
        System.exit(off.stream().anyMatch(line -> check || line.contains(": ")) ? 1 : 0);
    }

    private static List<Path> sources() throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(Path.of(""), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes a) {
                String name = dir.getFileName().toString();
                return SKIPPED.contains(name) || name.startsWith(".")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes a) {
                if (file.toString().endsWith(".java")) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    private static String format(Path file, boolean check) {
        try {
            String before = Files.readString(file);
            String after = FORMATTER.formatSourceAndFixImports(before);
            if (after.equals(before)) {
                return "";
            }
            if (!check) {
                Files.writeString(file, after);
            }
            return file.toString();
        } catch (FormatterException e) {
            return file + ": " + e.getMessage();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
