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
import java.util.stream.Stream;

/** Formats the files and folders named, or all of the repository; with {@code check} names those that need it. */
final class Format {

    private static final Formatter FORMATTER = Formatter.createFormatter(
            JavaFormatterOptions.builder().style(Style.PALANTIR).build());

    // the formatter does not know compact source files, which the examples are
    private static final Set<String> SKIPPED = Set.of("target", "examples");

    public static void main(String[] args) throws IOException {
        boolean check = args.length > 0 && args[0].equals("check");
        List<Path> named = Stream.of(args).skip(check ? 1 : 0).map(Path::of).toList();
        List<String> off = sources(named.isEmpty() ? List.of(Path.of("")) : named).parallelStream()
                .map(file -> format(file, check))
                .filter(line -> !line.isEmpty())
                .toList();
        off.forEach(System.err::println);
        if (check && !off.isEmpty()) {
            System.err.println("The files above are not formatted: run ./weir format");
        }
        System.exit(off.stream().anyMatch(line -> check || line.contains(": ")) ? 1 : 0);
    }

    private static List<Path> sources(List<Path> roots) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path root : roots) {
            Files.walkFileTree(root, adding(files));
        }
        return files;
    }

    private static SimpleFileVisitor<Path> adding(List<Path> files) {
        return new SimpleFileVisitor<>() {
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
        };
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
