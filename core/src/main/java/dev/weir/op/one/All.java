package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Argument;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Pending;
import dev.weir.op.kernel.Receiver;
import dev.weir.op.kernel.Requested;
import dev.weir.op.kernel.Run;
import dev.weir.op.kernel.RunSet;
import dev.weir.op.kernel.SerialLoop;
import dev.weir.op.kernel.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The values of several Ones. */
public final class All<T extends @Nullable Object> extends Step<List<T>> {
    private final Iterable<? extends One<? extends T>> ones;
    private final int concurrency;

    public All(Iterable<? extends One<? extends T>> ones, int concurrency) {
        super(1);
        this.ones = Objects.requireNonNull(ones, "ones");
        this.concurrency = Argument.checked(concurrency, concurrency > 0, "all: the concurrency must be positive");
    }

    @SuppressWarnings("unchecked") // the list holds the two values
    public static <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> One<R> zip(
            One<A> a, One<B> b, BiFunction<? super A, ? super B, ? extends R> combiner) {
        Objects.requireNonNull(combiner, "combiner");
        return new Map<>(
                new All<@Nullable Object>(List.of(a, b), 2),
                values -> combiner.apply((A) values.get(0), (B) values.get(1)));
    }

    @Override
    public Object poll(Context context, int depth) {
        return new Gathering(ones, concurrency);
    }

    private static final class Gathering extends Pending {
        private final Iterable<? extends One<?>> ones;
        private final int concurrency;
        private final List<@Nullable Object> values = new ArrayList<>(); // a Child where one is still to come
        private final RunSet runs = new RunSet();
        private final Requested ended = new Requested();
        private final SerialLoop loop = new SerialLoop(this::advance);
        private Iterator<? extends One<?>> rest = Collections.emptyIterator();
        private int running;

        Gathering(Iterable<? extends One<?>> ones, int concurrency) {
            this.ones = ones;
            this.concurrency = concurrency;
        }

        @Override
        protected void start(Context startContext) {
            onCancel(runs);
            rest = ones.iterator();
            loop.run();
        }

        private void advance() {
            running -= (int) ended.takeAll();
            try {
                while (running < concurrency && !runs.isCancelled()) {
                    if (rest.hasNext()) {
                        add(Objects.requireNonNull(rest.next(), "all: a One in the iterable is null"));
                    } else if (running > 0) {
                        return;
                    } else {
                        runs.cancel(); // none is left, and none is to come
                        values.replaceAll(value -> value instanceof Child child ? child.value : value);
                        accept(Collections.unmodifiableList(values));
                    }
                }
            } catch (Throwable failure) {
                fail(new Failure(failure));
            }
        }

        private void add(One<?> one) {
            Object polled = continueWith(one, context(), 0);
            if (polled instanceof Pending pending) {
                running++;
                Child child = new Child(this);
                values.add(child);
                runs.add(child.run);
                child.run.begin(pending);
            } else if (polled instanceof Failure failure) {
                fail(failure);
            } else {
                values.add(polled);
            }
        }

        private void ended(Child child) {
            runs.remove(child.run);
            ended.add(1);
            loop.run();
        }

        private void fail(Failure failure) {
            runs.cancel();
            accept(failure);
        }
    }

    /** One that has to be waited for. */
    private static final class Child implements Receiver {
        private final Gathering gathering;
        private final Run run;
        private @Nullable Object value;

        Child(Gathering gathering) {
            this.gathering = gathering;
            this.run = new Run(gathering.context(), this);
        }

        @Override
        public void accept(@Nullable Object outcome) {
            if (outcome instanceof Failure failure) {
                gathering.fail(failure);
            } else {
                value = outcome;
                gathering.ended(this);
            }
        }
    }
}
