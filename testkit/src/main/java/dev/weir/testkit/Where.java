package dev.weir.testkit;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a failure says of the place in the user's code where it was made. */
final class Where {
    private static final Pattern NESTED = Pattern.compile("[$/]");
    private static final Pattern NOTE =
            Pattern.compile("at stage (\\w+) \\(([^:]+):\\d+\\)( of pipeline \".*\")?, in .*");
    private static final Set<String> METHODS = Stream.of(Many.class, One.class, Operators.class)
            .flatMap(type -> Stream.of(type.getMethods()))
            .map(Method::getName)
            .collect(Collectors.toUnmodifiableSet());

    private Where() {}

    /** Whether it names a method of the library and the file in which that was given the function. */
    static boolean isTold(Throwable failure, String file) {
        return Arrays.stream(failure.getSuppressed()).anyMatch(note -> isNote(note.getMessage(), file));
    }

    private static boolean isNote(@Nullable String message, String file) {
        Matcher note = NOTE.matcher(message == null ? "" : message);
        return note.matches() && METHODS.contains(note.group(1)) && file.equals(note.group(2));
    }

    /** The file in which a lambda was written. */
    static String fileOf(Object lambda) {
        String name = lambda.getClass().getName();
        String simple =
                name.substring(name.lastIndexOf('.', name.indexOf('/') < 0 ? name.length() : name.indexOf('/')) + 1);
        return NESTED.split(simple, 2)[0] + ".java";
    }
}
