package dev.weir.proofs;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A Java source of the repository: its text, its lines, its syntax tree. */
public final class SourceFile {
    private static final Path ROOT = Path.of("..");
    private static final Pattern COMMENT_OR_LITERAL = Pattern.compile(
            "(?s)(/\\*.*?\\*/|//[^\\n]*)|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\])*'");

    private static final Pattern IMPORT = Pattern.compile("(import|package) ");

    private final Path path;
    private final CompilationUnitTree tree;
    private final SourcePositions positions;
    private final String text;

    private SourceFile(Path path, CompilationUnitTree tree, SourcePositions positions) throws IOException {
        this.path = path;
        this.tree = tree;
        this.positions = positions;
        this.text = Files.readString(path);
    }

    /** The main sources of all that is published, and of the desk. */
    static List<SourceFile> ofAll() {
        return SourceFile.ofModules(
                "core",
                "testkit",
                "net",
                "io",
                "rsocket",
                "sql",
                "postgres-embedded",
                "postgres",
                "bridges/context-propagation",
                "bridges/reactive-streams",
                "bridges/resilience4j",
                "desk");
    }

    /** The main sources of the modules that have any. */
    static List<SourceFile> ofModules(String... modules) {
        List<Path> files = new ArrayList<>();
        for (String module : modules) {
            files.addAll(javaFiles(ROOT.resolve(module).resolve("src/main/java")));
        }
        return parse(files);
    }

    static SourceFile of(Path file) {
        return parse(List.of(file)).getFirst();
    }

    /** The classes in a folder and those below it. */
    public static List<Path> javaFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")
                            && !file.endsWith("package-info.java")
                            && !file.endsWith("module-info.java"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<SourceFile> parse(List<Path> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            List<SourceFile> sources = new ArrayList<>();
            for (CompilationUnitTree tree : task.parse()) {
                sources.add(new SourceFile(Path.of(tree.getSourceFile().toUri()), tree, positions));
            }
            return sources;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The simple name of the class that the file is named after. */
    String name() {
        String file = path.getFileName().toString();
        return file.substring(0, file.length() - ".java".length());
    }

    /** The last part of the package's name. */
    String folder() {
        return path.getParent().getFileName().toString();
    }

    Path path() {
        return path;
    }

    String text() {
        return text;
    }

    /** The text of a part of this file. */
    String text(Tree part) {
        return text.substring(textStart(part), (int) positions.getEndPosition(tree, part));
    }

    CompilationUnitTree tree() {
        return tree;
    }

    int lines() {
        return (int) text.lines().count();
    }

    /** Lines that are neither blank nor only a comment nor an import. */
    int codeLines() {
        String code = COMMENT_OR_LITERAL.matcher(text).replaceAll(match -> match.group(1) == null ? "\"\"" : "");
        return (int) code.lines()
                .filter(line -> !line.isBlank() && !IMPORT.matcher(line).lookingAt())
                .count();
    }

    /** How many lines a part of this file takes, without its doc. */
    int linesOf(Tree part) {
        long begin = tree.getLineMap().getLineNumber(positions.getStartPosition(tree, part));
        long end = tree.getLineMap().getLineNumber(positions.getEndPosition(tree, part));
        return (int) (end - begin + 1);
    }

    int lineOf(Tree part) {
        return (int) tree.getLineMap().getLineNumber(positions.getStartPosition(tree, part));
    }

    /** Where a part of this file begins in its text, after its doc. */
    int textStart(Tree part) {
        return (int) positions.getStartPosition(tree, part);
    }

    @Override
    public String toString() {
        return folder() + "/" + name() + ".java";
    }
}
