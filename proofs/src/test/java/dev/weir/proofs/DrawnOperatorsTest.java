package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each operator has a marble picture, in the doc of its method too, or is one of the few of which none tells anything. */
class DrawnOperatorsTest {
    private static final List<Class<?>> FACES = List.of(Many.class, One.class, Operators.class);

    /** Why an operator has no picture, and which have none for that reason. */
    private static final Map<String, Set<String>> WITHOUT = Map.of(
            "never: there is nothing to see",
            Set.of("Many.never", "One.never"),
            "when it is made, or what is opened and closed with it, is not in the stream that comes of it",
            Set.of("Many.defer", "Many.deferContextual", "Many.using", "One.defer", "One.deferContextual"),
            "the same of two as another operator of many",
            Set.of("Many.mergeWith", "Many.concatWith", "Many.zipWith"),
            "on a thread of its own, which does not wait for the clock of a picture",
            Set.of("Many.generate", "Many.mapBlocking", "One.blocking"),
            "the same signals on another thread",
            Set.of("Many.publishOn", "Many.subscribeOn", "One.publishOn", "One.subscribeOn"),
            "looks on and changes nothing",
            Set.of(
                    "Many.doOnNext",
                    "Many.doOnError",
                    "Many.doOnComplete",
                    "Many.doFinally",
                    "Many.log",
                    "Many.onUndelivered",
                    "One.doOnValue",
                    "One.doOnError",
                    "One.doFinally",
                    "One.doOnSubscribe",
                    "One.doOnCancel",
                    "One.log",
                    "One.onUndelivered",
                    "Operators.doOnSubscribe",
                    "Operators.doOnRequest",
                    "Operators.doOnCancel"),
            "changes what is known above it, and no signal",
            Set.of("Many.named", "Many.withContext", "One.named", "One.withContext"));

    private static final Pattern SNIPPET = Pattern.compile("\\{@snippet file = \"(\\w+)\\.txt\"}");
    private static final Pattern METHOD = Pattern.compile("(?m)^    public .*?\\b(\\w+)\\(");
    private static final Pattern DOC = Pattern.compile("(?m)^    /\\*\\*");

    /** The methods that make a stream or a value, or another one of it. */
    private static Set<String> operators() {
        Set<String> operators = new TreeSet<>();
        for (Class<?> face : FACES) {
            for (Method method : face.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers())
                        && Set.of(Many.class, One.class, Function.class).contains(method.getReturnType())) {
                    operators.add(face.getSimpleName() + "." + method.getName());
                }
            }
        }
        return operators;
    }

    private static String drawing(String operator) {
        String method = operator.substring(operator.indexOf('.') + 1);
        return operator.startsWith("One.")
                ? "one" + Character.toUpperCase(method.charAt(0)) + method.substring(1)
                : method;
    }

    private static Set<String> undrawn() {
        Set<String> drawn = Drawing.all().keySet();
        Set<String> undrawn = operators();
        undrawn.removeIf(operator -> drawn.contains(drawing(operator)));
        return undrawn;
    }

    private static Set<String> without() {
        return WITHOUT.values().stream().flatMap(Collection::stream).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void eachOperatorIsDrawnUnlessAReasonIsGiven() {
        Set<String> bare = undrawn();
        bare.removeAll(without());
        assertEquals(
                Set.of(), bare, "a drawing of that name in Drawings or OneDrawings, or a reason here to have none");
    }

    @Test
    void noReasonIsLeftBehind() {
        Set<String> reasons = without();
        reasons.removeAll(undrawn());
        assertEquals(Set.of(), reasons, "there is no such operator any more, or it has a drawing");
    }

    @Test
    void eachDrawingIsInTheDocOfItsOperator() {
        Set<String> missing = new TreeSet<>(Drawing.all().keySet());
        List<String> wrong = new ArrayList<>();
        for (Class<?> face : FACES) {
            String name = face.getSimpleName();
            SourceFile file = SourceFile.of(Path.of("../core/src/main/java/dev/weir", name + ".java"));
            DOC.splitAsStream(file.text())
                    .skip(1)
                    .forEach(doc -> SNIPPET.matcher(doc)
                            .results()
                            .map(shown -> shown.group(1))
                            .forEach(drawing -> {
                                if (!drawing.startsWith(drawing(name + "." + method(doc)))
                                        || !missing.remove(drawing)) {
                                    wrong.add(drawing + " at " + name + "." + method(doc));
                                }
                            }));
        }
        assertEquals(List.of(), wrong, "the doc of an operator shows its own drawings, each once");
        assertEquals(Set.of(), missing, "a snippet in the doc of the operator shows it");
    }

    private static String method(String doc) {
        return METHOD.matcher(doc)
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElse("");
    }
}
