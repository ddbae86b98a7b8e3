package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each class of core with a field that several threads write is in the code of a stress test, or runs within one. */
class StressedTest {
    private static final Pattern SHARED = Pattern.compile(
            "(?m)^ {4}[\\w ]*(\\bvolatile\\b|\\bVarHandle \\w+ =)|\\bAtomic(Integer|Long|Boolean|Reference)\\w*(<.*>)?"
                    + " \\w+");

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");

    /** What is inside another class, and the stress test that runs that. */
    private static final Map<String, String> WITHIN = Map.of(
            "OnDemand", "HandoverStress",
            "Sequencing", "SequenceStress",
            "Asked", "ToManyStress",
            "Several", "AllStress");

    @Test
    void whatThreadsShareIsStressed() throws IOException {
        Map<String, String> stress = new TreeMap<>();
        for (Path file : SourceFile.javaFiles(Path.of("src/jcstress/java"))) {
            String code = COMMENT.matcher(Files.readString(file))
                    .replaceAll("")
                    .lines()
                    .filter(line -> !line.startsWith("import "))
                    .collect(Collectors.joining("\n"));
            stress.put(name(file), code);
        }
        String all = String.join("\n", stress.values());
        TreeSet<String> found = new TreeSet<>();
        List<String> unstressed = new ArrayList<>();
        for (Path file : SourceFile.javaFiles(Path.of("../core/src/main/java"))) {
            String name = name(file);
            if (SHARED.matcher(Files.readString(file)).find()) {
                found.add(name);
                boolean inside = WITHIN.containsKey(name) && stress.containsKey(WITHIN.get(name));
                boolean named = stress.containsKey(name + "Stress")
                        || Pattern.compile("\\b" + name + "\\b").matcher(all).find();
                if (!inside && !named) {
                    unstressed.add(name);
                } else if (inside && named) {
                    unstressed.add(name + " is named, and need not be in the list");
                }
            }
        }
        assertEquals(List.of(), unstressed, "write a stress test, or say which one runs it");
        assertTrue(found.containsAll(WITHIN.keySet()), "one of these is no longer there");
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }
}
