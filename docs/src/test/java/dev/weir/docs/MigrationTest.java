package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The tables of "coming from" hold: what stands in the cells of a row is run here, and comes to the same. */
class MigrationTest {
    private static final Path PAGE = Path.of("guide/coming-from.md");
    private static final Path ROWS = Path.of("src/test/java/dev/weir/docs");
    private static final Pattern ROW = Pattern.compile("\\n +row\\(\\s*\"([\\w. ]+)\",\\s*\"([\\w.]+)\",");
    private static final Pattern CELL = Pattern.compile("\\n +cell\\(\\s*\"[\\w. ]+\",\\s*\"([\\w. ]+)\",");

    private static Stream<Migration> all() {
        return Stream.of(
                        SourceMigrations.ALL,
                        TransformMigrations.ALL,
                        CombineMigrations.ALL,
                        OutcomeMigrations.ALL,
                        OneMigrations.ALL)
                .flatMap(List::stream);
    }

    private static Stream<Migration.Cell> others() {
        return Stream.of(
                        RxMigrations.ALL,
                        RxOutcomeMigrations.ALL,
                        RxOneMigrations.ALL,
                        MutinyMigrations.ALL,
                        MutinyOneMigrations.ALL)
                .flatMap(List::stream);
    }

    @TestFactory
    Stream<DynamicTest> theOthersComeToTheSame() {
        Map<String, Migration> rows = all().collect(Collectors.toMap(Migration::name, row -> row));
        return others().map(cell -> DynamicTest.dynamicTest(
                cell.name(), () -> assertEquals(rows.get(cell.row()).ourOutcome(), cell.outcome())));
    }

    @TestFactory
    Stream<DynamicTest> bothComeToTheSame() {
        return all().map(row -> DynamicTest.dynamicTest(
                row.name(), () -> assertEquals(row.theirOutcome(), row.ourOutcome(), row.name())));
    }

    @Test
    void eachCellOfTheTablesIsRun() throws IOException {
        TreeSet<String> told = new TreeSet<>();
        TreeSet<String> others = new TreeSet<>();
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("| ") && line.contains("`")) {
                List<String> cells = Arrays.stream(line.split("\\|"))
                        .map(cell -> cell.replace("`", "").strip())
                        .filter(cell -> !cell.isEmpty())
                        .toList();
                String row = cells.getFirst() + " is " + cells.getLast();
                assertTrue(told.add(row), "twice: " + line);
                cells.subList(1, cells.size() - 1).forEach(other -> others.add(row + ", " + other));
            }
        }
        TreeSet<String> run = new TreeSet<>(all().map(Migration::name).toList());
        assertEquals(run, told);
        assertEquals(new TreeSet<>(others().map(Migration.Cell::name).toList()), others);
    }

    @Test
    void whatIsRunIsWhatItIsCalled() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String file : List.of("Source", "Transform", "Combine", "Outcome", "One")) {
            wrong.addAll(notCalled(file, ROW));
        }
        for (String file : List.of("Rx", "RxOutcome", "RxOne", "Mutiny", "MutinyOne")) {
            wrong.addAll(notCalled(file, CELL));
        }
        assertEquals(List.of(), wrong);
    }

    private static List<String> notCalled(String file, Pattern pattern) throws IOException {
        List<String> wrong = new ArrayList<>();
        String source = Files.readString(ROWS.resolve(file + "Migrations.java"));
        List<MatchResult> rows = pattern.matcher(source).results().toList();
        assertFalse(rows.isEmpty(), file);
        for (int i = 0; i < rows.size(); i++) {
            int end = i + 1 < rows.size() ? rows.get(i + 1).start() : source.length();
            String code = source.substring(rows.get(i).end(), end);
            MatchResult row = rows.get(i);
            IntStream.rangeClosed(1, row.groupCount())
                    .mapToObj(row::group)
                    .flatMap(names -> Arrays.stream(names.split(" with ")))
                    .flatMap(name -> Arrays.stream(name.split("\\.")).skip(1))
                    .filter(method -> !Pattern.compile("\\b" + method + "\\b")
                            .matcher(code)
                            .find())
                    .forEach(method -> wrong.add(file + ": no " + method + " in" + code));
        }
        return wrong;
    }
}
