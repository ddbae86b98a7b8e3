package dev.weir.sql;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Statements with whatever may hide parameters, or seem to; many are none that a database takes. */
public final class OddTexts {
    private static final List<String> MORSELS = List.of(
            "?", ":a", ":", "'", "''", "\"", "\\", "\\'", "\\' ?", "\\' :a", "-", "--", "/", "/*", "*/", "*", "$", "$$",
            "$a$", " ", "\n", "\r", "#", "€", "e", "1", "!", "M");

    private static final List<Function<OddTexts, String>> PIECES = List.of(
            odd -> odd.parameter(),
            odd -> odd.parameter(),
            odd -> odd.parameter(),
            odd -> "1",
            odd -> "'" + odd.soup() + "'",
            odd -> "'" + odd.soup() + "'" + odd.gap() + "'" + odd.soup() + "'",
            odd -> "1 as \"a" + odd.soup() + "\"",
            odd -> "1 as `a" + odd.soup() + "`",
            odd -> "1" + odd.gap() + "-" + odd.gap() + "-" + odd.gap() + "1",
            odd -> "1--1" + odd.gap() + odd.parameter(),
            odd -> "4" + odd.gap() + "/" + odd.gap() + "2",
            odd -> "/*!" + odd.parameter() + ", */1",
            odd -> "/*M!" + odd.parameter() + ", */1",
            odd -> "1 as $$, " + odd.parameter() + ", 1 as $$");

    private static final List<Function<OddTexts, String>> PIECES_OF_POSTGRESQL = List.of(
            odd -> "E'" + odd.soup() + "'",
            odd -> "e'" + odd.soup() + "'" + odd.gap() + "'" + odd.soup() + "'",
            odd -> "N'" + odd.soup() + "'",
            odd -> "U&'" + odd.soup() + "'",
            odd -> "$$" + odd.soup() + "$$",
            odd -> "$a$" + odd.soup() + "$a$",
            odd -> "$€_1$" + odd.soup() + "$€_1$",
            odd -> "1 as a$b$",
            odd -> "1 as €e",
            odd -> "'1'::" + odd.gap() + "int",
            odd -> "(array[1, 2, 3])[1:2]");

    private static final List<Function<OddTexts, String>> GAPS = List.of(
            odd -> "",
            odd -> " ",
            odd -> "\n",
            odd -> "\r",
            odd -> "\t\f",
            odd -> "-- " + odd.soup() + "\n",
            odd -> "--" + odd.soup() + "\n",
            odd -> "--" + odd.soup() + "\r",
            odd -> " -- a\n ",
            odd -> "#" + odd.soup() + "\n",
            odd -> "//" + odd.soup() + "\n",
            odd -> "/*" + odd.soup() + "*/",
            odd -> "/*" + odd.soup() + "/*" + odd.soup() + "*/" + odd.soup() + "*/",
            odd -> "/*!" + odd.soup() + "*/");

    private final Random random;
    private final List<String> parameters;
    private final int ofOthers;

    /**
     * Those of a random number generator.
     *
     * @param parameters what stands for one
     * @param ofOthers how many pieces any database may take for each that only PostgreSQL does
     */
    public OddTexts(Random random, List<String> parameters, int ofOthers) {
        this.random = random;
        this.parameters = parameters;
        this.ofOthers = ofOthers;
    }

    public String next() {
        return IntStream.rangeClosed(0, random.nextInt(4))
                .mapToObj(_ -> gap() + any(random.nextInt(1 + ofOthers) == 0 ? PIECES_OF_POSTGRESQL : PIECES) + gap())
                .collect(Collectors.joining(",", "select ", ""));
    }

    private String any(List<Function<OddTexts, String>> kinds) {
        return kinds.get(random.nextInt(kinds.size())).apply(this);
    }

    private String parameter() {
        return " " + parameters.get(random.nextInt(parameters.size())) + " ";
    }

    private String gap() {
        return any(GAPS);
    }

    private String soup() {
        return IntStream.range(0, random.nextInt(5))
                .mapToObj(_ -> MORSELS.get(random.nextInt(MORSELS.size())))
                .collect(Collectors.joining());
    }
}
