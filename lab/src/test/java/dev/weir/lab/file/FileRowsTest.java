package dev.weir.lab.file;

import dev.weir.lab.neutral.Text;
import dev.weir.lab.sync.Actors;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;

class FileRowsTest {
    private static final String TEXT = "weir.lab.text";

    @BeforeEach
    void write(@TempDir Path folder) throws Exception {
        System.setProperty(TEXT, Text.write(folder.resolve("text.txt")).toString());
    }

    @AfterEach
    void forget() {
        System.clearProperty(TEXT);
    }

    static Stream<Method> implementations() {
        return Stream.of(LinesOfText.class, BytesOfText.class, LinesIntoFile.class)
                .flatMap(row -> Stream.of(row.getMethods()))
                .filter(method -> method.isAnnotationPresent(Benchmark.class));
    }

    @ParameterizedTest
    @MethodSource("implementations")
    void eachFindsAllThatIsThere(Method implementation) throws Exception {
        Object row = implementation.getDeclaringClass().getConstructor().newInstance();
        if (row instanceof OfText read) {
            read.copies = 3;
            read.prepare();
        } else {
            ((LinesIntoFile) row).prepare();
        }
        Actors actors = new Actors();
        actors.start();
        try {
            implementation.invoke(
                    row,
                    List.of(actors)
                            .subList(0, implementation.getParameterCount())
                            .toArray());
        } finally {
            actors.stop();
            if (row instanceof OfText read) {
                read.delete();
            } else {
                ((LinesIntoFile) row).delete();
            }
        }
    }
}
