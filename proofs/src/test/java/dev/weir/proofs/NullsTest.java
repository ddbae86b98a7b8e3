package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Broadcast;
import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Overflow;
import dev.weir.Repeat;
import dev.weir.Retry;
import dev.weir.Sharing;
import dev.weir.TimeoutOptions;
import dev.weir.Valve;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.lang.reflect.TypeVariable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Gatherer;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What is left out is refused at once, by a message that says what it was: of each method, each argument. */
class NullsTest {
    private static final Pattern NAMED = Pattern.compile("^(\\w+): ");
    private static final Map<Class<?>, Object> GIVEN = Map.ofEntries(
            Map.entry(Many.class, Many.of(1)),
            Map.entry(One.class, One.of(1)),
            Map.entry(Object.class, 1),
            Map.entry(int.class, 1),
            Map.entry(long.class, 1L),
            Map.entry(boolean.class, true),
            Map.entry(String.class, "x"),
            Map.entry(Class.class, Integer.class),
            Map.entry(Duration.class, Duration.ofSeconds(1)),
            Map.entry(Overflow.class, Overflow.buffer(1)),
            Map.entry(Retry.class, Retry.atMost(1)),
            Map.entry(Repeat.class, Repeat.times(1)),
            Map.entry(Sharing.class, Sharing.replaying(1)),
            Map.entry(TimeoutOptions.class, TimeoutOptions.each(Duration.ofSeconds(1))),
            Map.entry(Valve.class, new Valve()),
            Map.entry(Context.class, Context.empty()),
            Map.entry(Context.Key.class, Context.Key.of("key")),
            Map.entry(Throwable.class, new IllegalStateException("given")),
            Map.entry(CompletionStage.class, new CompletableFuture<>()),
            Map.entry(Collector.class, Collectors.toList()),
            Map.entry(Gatherer.class, Gatherers.windowFixed(1)));

    @TestFactory
    Stream<DynamicTest> ofStreams() {
        return tests(Many.class, Many.of(1));
    }

    @TestFactory
    Stream<DynamicTest> ofSingleValues() {
        return tests(One.class, One.of(1));
    }

    @TestFactory
    Stream<DynamicTest> ofOperators() {
        return tests(Operators.class, null);
    }

    @TestFactory
    Stream<DynamicTest> ofBroadcasts() {
        return tests(Broadcast.class, Broadcast.create());
    }

    @TestFactory
    Stream<DynamicTest> ofValues() {
        return Stream.of(Retry.class, Repeat.class, Overflow.class, Sharing.class, TimeoutOptions.class, Context.class)
                .flatMap(type -> tests(type, GIVEN.get(type)));
    }

    private static Stream<DynamicTest> tests(Class<?> type, @Nullable Object subject) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .filter(method -> !method.getName().equals("equals"))
                .map(method -> dynamicTest(method.toGenericString(), () -> check(method, subject)));
    }

    private static void check(Method method, @Nullable Object subject) throws IllegalAccessException {
        Parameter[] parameters = method.getParameters();
        List<String> silent = new ArrayList<>();
        for (int i = 0; i < parameters.length; i++) {
            if (!mayBeNull(method, parameters[i])) {
                Object[] arguments =
                        Arrays.stream(parameters).map(NullsTest::given).toArray();
                arguments[i] = null;
                String told = told(method, subject, arguments);
                if (!told.isEmpty()) {
                    silent.add(parameters[i] + ": " + told);
                }
            }
        }
        assertEquals(List.of(), silent);
    }

    private static boolean mayBeNull(Method method, Parameter parameter) {
        return parameter.getType().isPrimitive()
                || parameter.getAnnotatedType().isAnnotationPresent(Nullable.class)
                || (method.getDeclaringClass() == One.class
                        && parameter.getParameterizedType() instanceof TypeVariable);
    }

    /** What is wrong with what it tells; nothing if it tells what is missing. */
    private static String told(Method method, @Nullable Object subject, Object[] arguments)
            throws IllegalAccessException {
        try {
            Object made = method.invoke(subject, arguments);
            if (made instanceof Function<?, ?> operator) {
                apply(operator);
            }
            return "was not refused";
        } catch (InvocationTargetException e) {
            return told(method, e.getCause());
        } catch (NullPointerException e) {
            return told(method, e);
        }
    }

    @SuppressWarnings("unchecked") // a value for `through`
    private static void apply(Function<?, ?> operator) {
        Object _ = ((Function<Many<?>, ?>) operator).apply(Many.of(1));
    }

    private static String told(Method method, Throwable refusal) {
        String message = refusal.getMessage();
        boolean tells = refusal instanceof NullPointerException
                && message != null
                && !message.startsWith("Cannot ")
                && isOf(method, message);
        return tells ? "" : refusal.toString();
    }

    /** Whether it names no other method: {@code zip: a stream is missing} is of zipWith, too. */
    private static boolean isOf(Method method, String message) {
        Matcher named = NAMED.matcher(message);
        boolean isOfValue = method.getDeclaringClass().isRecord(); // which says what it is of: `repeat: the pause`
        return !named.find() || method.getName().startsWith(named.group(1)) || isOfValue;
    }

    private static Object given(Parameter parameter) {
        Class<?> type = parameter.getType();
        String generic = parameter.getParameterizedType().getTypeName();
        if (type == Iterable.class) {
            return List.of(generic.contains("Many<") ? Many.of(1) : generic.contains("One<") ? One.of(1) : 1);
        }
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), 1);
            Array.set(array, 0, GIVEN.get(type.getComponentType()));
            return array;
        }
        Object known = GIVEN.get(type);
        return known != null
                ? known
                : Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, _, _) -> null);
    }
}
