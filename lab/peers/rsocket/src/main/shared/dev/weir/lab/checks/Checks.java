package dev.weir.lab.checks;

import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Prints what is right and what is not.
 *
 * @param name of what is checked
 */
public record Checks(String name) {
    private static final int MOST_TRIES = 500;
    private static final int MOST_PRINTED = 200;

    public void check(String what, String wanted, Callable<String> run) {
        String found;
        try {
            found = run.call();
        } catch (Exception failure) {
            found = failure.toString();
        }
        System.out.println(
                wanted.equals(found)
                        ? "ok " + name + ": " + what
                        : "FAILED " + name + ": " + what + ": "
                                + found.substring(0, Math.min(MOST_PRINTED, found.length())));
    }

    /** What a failure says, where one is wanted. */
    public static String failure(Callable<String> run) throws Exception {
        try {
            return run.call();
        } catch (RuntimeException failure) {
            return String.valueOf(failure.getMessage());
        }
    }

    /** Asks until that is the answer, or for long enough: what wants no answer may take a while. */
    public static String until(String wanted, Callable<String> ask) throws Exception {
        String found = "";
        for (int i = 0; i < MOST_TRIES && !found.equals(wanted); i++) {
            found = ask.call();
        }
        return found;
    }

    /** From 0 on, with commas between them. */
    public static String numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }
}
