package dev.weir.testkit;

import dev.weir.Many;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs one operator through a matrix of cases and fails with the first that breaks a law: every kind of source,
 * times every pattern of demand, times every moment of cancellation.
 *
 * <pre>{@code
 * OperatorLaws.check(many -> many.filter(i -> i % 2 == 0));
 * OperatorLaws.checkFunction((many, fault) -> many.filter(i -> fault.at(i, i % 2 == 0)));
 * OperatorLaws.of(many -> many.publishOn(executor)).asynchronous().check();
 * OperatorLaws.checkSource(() -> Many.range(0, 10));
 * }</pre>
 *
 * <p>The sources emit 0, 1, 2 …: none, one, few or 600 items, then completion, a failure or nothing; they are the
 * library's own, also behind a long chain, or run on the requester's thread, on a thread of their own, or by the test's hand. All time is
 * virtual and moves on when everything else rests.
 *
 * <p>The laws, of which those that an operator cannot keep are taken back one by one:
 *
 * <ul>
 *   <li>Building the stream subscribes to nothing; one subscription makes at most one subscription upstream.
 *   <li>Signals keep the rules of Reactive Streams, in both directions.
 *   <li>Whatever the demand and the source's threads, items and end are the same, and a stream that can end does.
 *   <li>An item that an operator drops uses up no demand: another one comes in its place.
 *   <li>Bounded demand stays bounded upstream, and nothing is asked for before somebody asks. Who wants all has asked
 *       before the source emits.
 *   <li>A source's failure reaches downstream once, unless the stream had ended before.
 *   <li>When the stream has ended or was cancelled, upstream is cancelled and no timer is left. No item comes after
 *       a cancellation.
 *   <li>Each subscription has its own state: a second one, after the first or together with it, gets the same.
 *   <li>A clock, a request or a cancellation that throws leaves nobody waiting.
 *   <li>Thousands of the same operator on top of each other end, and are cancelled, on little stack.
 *   <li>A function that throws, or returns null where an item is due, cancels upstream and fails downstream once; and
 *       the failure says at which stage, and where that is in the user's code.
 * </ul>
 */
public final class OperatorLaws {
    private final Consumer<Set<Exemption>> matrix;
    private final Set<Exemption> exempt = EnumSet.noneOf(Exemption.class);

    private OperatorLaws(Consumer<Set<Exemption>> matrix) {
        this.matrix = matrix;
    }

    // ---------------------------------------------------------------- what to check

    /** Checks an operator that keeps all laws. */
    public static <R> void check(Function<Many<Integer>, Many<R>> operator) {
        of(operator).check();
    }

    /** Checks an operator; to be followed by what it need not keep, and {@link #check()}. */
    public static <R> OperatorLaws of(Function<Many<Integer>, Many<R>> operator) {
        return of((many, time) -> operator.apply(many));
    }

    /**
     * Checks an operator that needs the test's clock: {@code (many, time) ->
     * many.publishOn(time.executor())} is checked without threads, so that all cases can be compared.
     */
    public static <R> OperatorLaws of(BiFunction<Many<Integer>, VirtualTime, Many<R>> operator) {
        return new OperatorLaws(exempt -> new OperatorMatrix<>(operator, exempt).check());
    }

    /** Checks a source that keeps all laws, and ends. */
    public static <R> void checkSource(Supplier<Many<R>> source) {
        ofSource(source).check();
    }

    /** Checks a source, which has to end; one that never does needs a {@code take}, be it of a time. */
    public static <R> OperatorLaws ofSource(Supplier<Many<R>> source) {
        return new OperatorLaws(exempt -> new SourceMatrix<>(source, exempt).check());
    }

    /** Checks what happens when a function, which has to use the fault, throws or returns null. */
    public static <R> void checkFunction(BiFunction<Many<Integer>, Fault, Many<R>> operator) {
        ofFunction(operator).check();
    }

    /** Checks what happens when a function, which has to use the fault, throws or returns null. */
    public static <R> OperatorLaws ofFunction(BiFunction<Many<Integer>, Fault, Many<R>> operator) {
        return new OperatorLaws(exempt -> new FunctionMatrix<>(operator, exempt).check());
    }

    // ---------------------------------------------------------------- what need not hold

    /** Leaves out the sources that fail. */
    public OperatorLaws withoutFailures() {
        return except(Exemption.WITHOUT_FAILURES);
    }

    /** A source's failure need not reach downstream, as with {@code onErrorResume} and {@code retry}. */
    public OperatorLaws recovers() {
        return except(Exemption.RECOVERS);
    }

    /** One subscription may make several upstream, as with {@code retry} and {@code repeat}. */
    public OperatorLaws subscribesAgain() {
        return except(Exemption.SUBSCRIBES_AGAIN);
    }

    /** The order of the items depends on demand and threads, as with {@code flatMap}. */
    public OperatorLaws unordered() {
        return except(Exemption.UNORDERED);
    }

    /**
     * The operator works on threads of its own, as {@code publishOn} and {@code mapBlocking} do: the test waits for
     * them. Such an operator can't be checked on virtual timers too.
     */
    public OperatorLaws asynchronous() {
        return except(Exemption.ASYNCHRONOUS);
    }

    /**
     * Which items come, and how the stream ends, depends on the demand, as with {@code onOverflow}
     * and {@code sample}.
     */
    public OperatorLaws itemsDependOnDemand() {
        return except(Exemption.ITEMS_DEPEND_ON_DEMAND);
    }

    /** Upstream is asked for items without bound whatever the demand, as with {@code switchMap}. */
    public OperatorLaws requestsUnbounded() {
        return except(Exemption.REQUESTS_UNBOUNDED);
    }

    /** Upstream is asked for items as soon as there is a subscriber, as with {@code merge}. */
    public OperatorLaws asksAtOnce() {
        return except(Exemption.ASKS_AT_ONCE);
    }

    /** A failure need not wait for items that came before it and are not asked for yet, as with {@code flatMap}. */
    public OperatorLaws failureOvertakes() {
        return except(Exemption.FAILURE_OVERTAKES);
    }

    /** Subscribers share one subscription upstream, as with {@code share}: there are no two at the same time. */
    public OperatorLaws shared() {
        return except(Exemption.SHARED);
    }

    /** Null is a proper result of the function. */
    public OperatorLaws nullAllowed() {
        return except(Exemption.NULL_ALLOWED);
    }

    /** Each subscription is begun inside a function of another, so many on top of each other need a stack to match. */
    public OperatorLaws nestsSubscriptions() {
        return except(Exemption.NESTS_SUBSCRIPTIONS);
    }

    /** A function's failure need not say where the function was given: it was given to something else. */
    public OperatorLaws withoutPlace() {
        return except(Exemption.WITHOUT_PLACE);
    }

    private OperatorLaws except(Exemption exemption) {
        exempt.add(exemption);
        return this;
    }

    /** Runs all cases. */
    public void check() {
        matrix.accept(exempt);
    }
}
