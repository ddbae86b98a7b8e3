package dev.weir.lab;

import java.util.List;

/** Some rows that are measured together. */
interface Suite {
    String name();

    /** The titles of the rows that are wanted. */
    List<String> titles(Settings settings);

    /** How many seconds it may take. */
    double expected(Settings settings);

    /**
     * Refuses at once what would fail after hours.
     *
     * @throws Refused if the machine has too little for it
     */
    default void check(Settings settings) {} // most need little

    List<Measurement> run(Settings settings, Progress progress) throws Exception;
}
