package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The tables of "coming from" hold: of each row, theirs and ours are run here, and come to the same. */
class MigrationTest {
    private static final Path PAGE = Path.of("guide/coming-from.md");
    private static final Path ROWS = Path.of("src/test/java/dev/weir/docs");
    private static final Pattern ROW = Pattern.compile("\\n +row\\(\\s*\"([\\w. ]+)\",\\s*\"([\\w.]+)\",");

    private static Stream<Migration> all() {
        return Stream.of(
                        SourceMigrations.ALL,
                        TransformMigrations.ALL,
                        CombineMigrations.ALL,
                        OutcomeMigrations.ALL,
                        OneMigrations.ALL)
                .flatMap(List::stream);
    }

    @TestFactory
    Stream<DynamicTest> bothComeToTheSame() {
        return all().map(row -> DynamicTest.dynamicTest(
                row.name(), () -> assertEquals(row.theirOutcome(), row.ourOutcome(), row.name())));
    }

    @Test
    void eachRowOfTheTablesIsRun() throws IOException {
        TreeSet<String> told = new TreeSet<>();
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("| ") && line.contains("`")) {
                List<String> cells = Arrays.stream(line.split("\\|"))
                        .map(cell -> cell.replace("`", "").strip())
                        .filter(cell -> !cell.isEmpty())
                        .toList();
                assertTrue(told.add(cells.getFirst() + " is " + cells.getLast()), "twice: " + line);
            }
        }
        TreeSet<String> run = new TreeSet<>(all().map(Migration::name).toList());
        assertEquals(run, told);
    }

    @Test
    void whatIsRunIsWhatItIsCalled() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String file : List.of("Source", "Transform", "Combine", "Outcome", "One")) {
            String source = Files.readString(ROWS.resolve(file + "Migrations.java"));
            List<MatchResult> rows = ROW.matcher(source).results().toList();
            for (int i = 0; i < rows.size(); i++) {
                int end = i + 1 < rows.size() ? rows.get(i + 1).start() : source.length();
                String code = source.substring(rows.get(i).end(), end);
                Stream.of(rows.get(i).group(1), rows.get(i).group(2))
                        .flatMap(names -> Arrays.stream(names.split(" with ")))
                        .flatMap(name -> Arrays.stream(name.split("\\.")).skip(1))
                        .filter(method -> !Pattern.compile("\\b" + method + "\\b")
                                .matcher(code)
                                .find())
                        .forEach(method -> wrong.add(file + ": no " + method + " in" + code));
            }
        }
        assertEquals(List.of(), wrong);
    }
}
