package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Valve;
import dev.weir.op.kernel.root.Trampoline;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.run.Part;
import dev.weir.op.kernel.run.Single;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * An item that is handed to a One comes out, or is told to the hook, or was given to a function, at whichever moment between its
 * arrival and its use all is cancelled, and wherever the stack ends.
 */
class HandedToOnesTest {
    private static final long PATIENCE = 60;

    /** Something that has to be closed. */
    private record Token(int number) {}

    private interface Row extends BiFunction<Many<Token>, Account, Many<?>> {}

    /** How many stages are below, of which each may be where the stack ends. */
    private static final int[] DEPTHS = IntStream.concat(
                    IntStream.of(1, Trampoline.DEEPEST / 2),
                    IntStream.rangeClosed(Trampoline.DEEPEST - 16, Trampoline.DEEPEST))
            .toArray();

    private static final Map<String, Row> ROWS = new Rows<>();

    static {
        ROWS.put("mapAsync", (many, account) -> many.mapAsync(2, account::later));
        ROWS.put("mapAsync of what is there", (many, account) -> many.mapAsync(2, account::now));
        ROWS.put("mapAsyncUnordered", (many, account) -> many.mapAsyncUnordered(2, account::later));
        ROWS.put(
                "mapAsyncUnordered by key",
                (many, account) -> many.mapAsyncUnordered(2, token -> token.number, account::later));
        ROWS.put(
                "mapAsyncUnordered by the same key",
                (many, account) -> many.mapAsyncUnordered(2, token -> 0, account::later));
        ROWS.put("mapBlocking", (many, account) -> many.mapBlocking(2, account::given));
        ROWS.put("delayUntil", (many, account) -> many.delayUntil(account::later));
        ROWS.put("delayUntil of what is there", (many, account) -> many.delayUntil(account::now));
        ROWS.put("pausable", (many, account) -> many.through(Operators.pausable(new Valve())));
        ROWS.put("pausable, closed", (many, account) -> many.through(Operators.pausable(closed())));
        ROWS.put(
                "flatMap",
                (many, account) -> many.flatMap(token -> account.later(token).toMany()));
        ROWS.put(
                "flatMap back to the item",
                (many, account) -> many.flatMap(token -> One.of(token).toMany()));
        ROWS.put("mapAsync back to the item", (many, account) -> many.mapAsync(2, One::of));
        ROWS.put(
                "concatMap",
                (many, account) -> many.concatMap(token -> account.later(token).toMany()));
        ROWS.put(
                "switchMap",
                (many, account) -> many.switchMap(token -> account.later(token).toMany()));
    }

    private static Valve closed() {
        Valve valve = new Valve();
        valve.close();
        return valve;
    }

    private static Stream<DynamicTest> each(BiFunction<Row, Integer, Account> cancelled) {
        return each(depth -> depth > Trampoline.DEEPEST - 4, cancelled);
    }

    /**
     * @param isUnborn at which depths nobody subscribes any more to the stream that is made by key: what it is made of is that of
     *     the key's function
     */
    private static Stream<DynamicTest> each(IntPredicate isUnborn, BiFunction<Row, Integer, Account> cancelled) {
        return ROWS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    for (int depth : DEPTHS) {
                        Account account = cancelled.apply(row.getValue(), depth);
                        if (!(row.getKey().endsWith("key") && isUnborn.test(depth))) {
                            account.check("at depth " + depth);
                        }
                    }
                }));
    }

    /** Who emits it cancels. */
    @TestFactory
    Stream<DynamicTest> ofAnItemThatComesWhenAllIsCancelled() {
        return each(depth -> true, (row, depth) -> {
            Account account = new Account();
            TestPublisher<Token> source = TestPublisher.create();
            Many<Token> many = source.many().doOnNext(token -> account.probe.cancel());
            account.subscribe(row.apply(many, account), depth);
            source.next(account.made());
            return account;
        });
    }

    /** What waits where the stack ends goes on when that has been left: here, behind the cancellation. */
    @TestFactory
    Stream<DynamicTest> ofAnItemThatIsCancelledBeforeTheStackIsLeft() {
        return each((row, depth) -> {
            Account account = new Account();
            TestPublisher<Token> source = TestPublisher.create();
            account.subscribe(row.apply(source.many(), account), depth);
            Trampoline.run(() -> {
                source.next(account.made());
                account.probe.cancel();
            });
            return account;
        });
    }

    /** Of two, the second may have to wait for the first. */
    @TestFactory
    Stream<DynamicTest> ofItemsThatWait() {
        return each((row, depth) -> {
            Account account = new Account();
            TestPublisher<Token> source = TestPublisher.create();
            account.subscribe(row.apply(source.many(), account), depth);
            source.next(account.made());
            if (source.requested() > 1) {
                source.next(account.made());
            }
            account.probe.cancel();
            return account;
        });
    }

    /** What its poll has left to wait for is not begun any more. Not of those that are made at each subscription. */
    @TestFactory
    Stream<DynamicTest> ofAnItemThatIsCancelledBeforeItsOneIsWaitedFor() {
        return each((row, depth) -> {
            Account account = new Account();
            Operator<?, ?> operator = directly(row, account);
            if (operator != null) {
                Context context = Undelivered.with(Token.class, account::told).apply(Context.empty());
                Part run = new Part(context, depth);
                run.makeKnown((part, outcome) -> fail("it was cancelled"));
                Object polled =
                        run.begin(step(operator.<Function<Token, ?>>function().apply(account.made())));
                run.cancel();
                run.goOn(polled);
            }
            return account;
        });
    }

    /** The operator that hands its source's items to Ones; null if they are its parts that do so. */
    private static @Nullable Operator<?, ?> directly(Row row, Account account) {
        Many<Token> source = TestPublisher.<Token>create().many();
        return row.apply(source, account) instanceof Operator<?, ?> operator
                        && operator.<Object>source() == (Object) source
                ? operator
                : null;
    }

    @Test
    void theseHandThemDirectly() {
        Set<String> direct = new TreeSet<>(ROWS.keySet());
        direct.removeIf(name -> directly(Objects.requireNonNull(ROWS.get(name)), new Account()) == null);
        assertTrue(direct.containsAll(Set.of("mapAsync", "mapBlocking", "delayUntil", "pausable")), direct::toString);
    }

    private static Step<?> step(Object made) {
        return made instanceof Single<?> single ? single.step : Step.of((One<?>) made);
    }

    @Test
    void eachOperatorThatHandsItemsToAOneIsAmongThem() {
        Set<String> missing = new TreeSet<>();
        for (Method method : Many.class.getMethods()) {
            if (Many.class.isAssignableFrom(method.getReturnType())
                    && Arrays.stream(method.getGenericParameterTypes()).anyMatch(HandedToOnesTest::makesOnes)) {
                missing.add(method.getName());
            }
        }
        assertTrue(missing.contains("delayUntil"), "they are not found");
        missing.removeAll(ROWS.keySet());
        missing.remove("unfoldAsync"); // of a state, which is no item
        assertEquals(Set.of(), missing);
    }

    /** A function of one thing to a One. */
    private static boolean makesOnes(Type parameter) {
        return parameter instanceof ParameterizedType function
                && function.getRawType() == Function.class
                && (function.getActualTypeArguments()[1] instanceof WildcardType result
                        && result.getUpperBounds()[0] instanceof ParameterizedType one
                        && one.getRawType() == One.class);
    }

    /** What has become of the items of one subscription. */
    private static final class Account {
        private final Probe<Object> probe = Probe.unbounded();
        private final BlockingQueue<Token> heard = new LinkedBlockingQueue<>(); // of those that were told or given
        private final Queue<Token> told = new ConcurrentLinkedQueue<>();
        private int made;

        Token made() {
            return new Token(made++);
        }

        void told(Token token) {
            told.add(token);
            heard.add(token);
        }

        /** A function has it. */
        Object given(Token token) {
            heard.add(token);
            return "made of " + token;
        }

        One<Object> now(Token token) {
            return One.of(given(token));
        }

        One<Object> later(Token token) {
            return now(token).then(One.never());
        }

        void subscribe(Many<?> many, int depth) {
            Many<Object> deep = many.map(item -> item);
            for (int i = 1; i < depth; i++) {
                deep = deep.map(item -> item);
            }
            deep.onUndelivered(Token.class, this::told).subscribe(probe);
        }

        void check(String where) throws InterruptedException {
            List<Object> gone = new ArrayList<>(probe.items());
            gone.retainAll(Set.of(new Token(0), new Token(1)));
            Set<Object> accounted = new HashSet<>(gone);
            while (accounted.size() < made) { // a call that is about to begin does so elsewhere
                Token token = heard.poll(PATIENCE, TimeUnit.SECONDS);
                assertNotNull(token, () -> where + " of " + made + " items there are these: " + accounted);
                accounted.add(token);
            }
            gone.addAll(told); // and may have been given before, if it goes on behind that
            assertEquals(gone.size(), Set.copyOf(gone).size(), () -> where + " more than once: " + gone);
        }
    }
}
