package dev.weir.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.util.JavacTask;
import dev.weir.proofs.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** The stress tests, which only the profile {@code jcstress} runs, fit the code that they look at. */
class StressSourcesTest {
    @Test
    void theyCompile() throws IOException {
        List<Path> sources = SourceFile.javaFiles(Path.of("../proofs/src/jcstress/java"));
        assertFalse(sources.isEmpty());
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(found, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, found, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(sources));
            task.analyze();
        }
        assertEquals(
                List.of(),
                found.getDiagnostics().stream()
                        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                        .toList());
    }

    /** jcstress takes none from a class above. */
    @Test
    void eachHasItsOwnActors() throws IOException {
        for (Path source : SourceFile.javaFiles(Path.of("../proofs/src/jcstress/java"))) {
            assertTrue(
                    Pattern.compile("@JCStressTest")
                            .splitAsStream(Files.readString(source))
                            .skip(1)
                            .allMatch(test -> test.contains("@Actor")),
                    source::toString);
        }
    }
}
