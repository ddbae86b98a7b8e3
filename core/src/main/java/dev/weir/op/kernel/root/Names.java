package dev.weir.op.kernel.root;

import java.time.Duration;
import java.util.Set;

/** What things are called in messages. */
public final class Names {
    private static final Set<String> OWN =
            Set.of("io", "net", "sql", "postgres", "propagation", "reactivestreams", "resilience4j", "rsocket");

    private Names() {}

    /** Whether a function is of what this project builds on its streams: its place tells users nothing of their code. */
    public static boolean isBuiltOnThis(String type) {
        // behind the nine characters; failures may be many, and a Pattern is slow
        return type.startsWith("dev.weir.") && OWN.contains(type.substring(9, Math.max(9, type.indexOf('.', 9))));
    }

    /** A duration as people say it: {@code 100 ms}, {@code 2 s}. */
    public static String of(Duration time) {
        long nanos = SystemClock.nanos(time);
        long millis = nanos / 1_000_000;
        return nanos % 1_000_000 > 0 ? nanos + " ns" : millis % 1000 > 0 ? millis + " ms" : millis / 1000 + " s";
    }

    /** The method of an operator: {@code filter} for {@code dev.weir.op.transform.Filter$Filtering} and its copies. */
    public static String of(Class<?> type) {
        String outermost = type.getNestHost().getSimpleName();
        String method = Character.toLowerCase(outermost.charAt(0)) + outermost.substring(1);
        return switch (method) {
            case "emit" -> "emitter";
            case "foreignPublisher", "fromStage" -> "from";
            case "retryWith" -> "retry"; // whose filter may be one that the JDK has put together
            case "splitting" -> "groupBy";
            default -> method;
        };
    }
}
