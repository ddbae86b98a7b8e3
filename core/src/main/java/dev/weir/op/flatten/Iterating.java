package dev.weir.op.flatten;

import dev.weir.op.kernel.drain.SerialDrain;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Stage;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A stage that emits what each item leads to, one item at a time. */
abstract class Iterating<T, R> extends SerialDrain<T, R> {
    private final Object function; // the user's
    private volatile @Nullable T arrived; // the one item asked for
    private @Nullable Thread asking; // which sees itself here, whatever others see
    private Iterator<? extends R> iterator = Collections.emptyIterator();
    private boolean isCollection; // whose elements are there already
    private boolean asked;
    private boolean finished;

    Iterating(Object function, Stage<? super R> downstream, Root root) {
        super(downstream, root);
        this.function = function;
    }

    /** What an item leads to, or, for null, what comes after the last. */
    protected abstract Iterable<? extends R> open(@Nullable T item);

    @Override
    public final boolean onNext(T item) {
        if (asking == Thread.currentThread() && !isCancelled()) {
            goOn(item);
        } else {
            arrived = item;
            drain();
        }
        return true;
    }

    @Override
    protected final void emit() {
        while (!isCancelled() && emitAll() && next()) {
            // goes on with the next iterable
        }
    }

    /** Takes the item that came, or asks for one; false if there is none yet. */
    private boolean next() {
        boolean last = isDone();
        T item = arrived;
        if (item != null) {
            arrived = null;
            goOn(item);
        } else if (last && (finished || hasFailed())) {
            end();
        } else if (last) {
            finished = true;
            goOn(null);
        } else if (!asked && emitted < demand()) {
            asked = true;
            asking = Thread.currentThread();
            upstream.requestAlone(1);
            asking = null;
        } else {
            return false;
        }
        return !asked;
    }

    private void goOn(@Nullable T item) {
        asked = false;
        try {
            Iterable<? extends R> made = open(item);
            isCollection = made instanceof Collection;
            iterator = Objects.requireNonNull(made.iterator(), "flatMapIterable: the iterable has no iterator");
        } catch (Throwable failure) {
            endWith(here(failure, function));
        }
    }

    /** Emits what is demanded; false if more is left. */
    private boolean emitAll() {
        long demand = demand();
        while (!isCancelled()) {
            R item;
            try {
                if (!iterator.hasNext()) {
                    return true;
                }
                if (emitted >= demand) {
                    return false;
                }
                item = Objects.requireNonNull(iterator.next(), "flatMapIterable: the iterator returned null");
            } catch (Throwable failure) {
                endWith(here(failure, function));
                return false;
            }
            emitted += downstream.onNext(item) ? 1 : 0;
        }
        return false;
    }

    @Override
    protected final void clear() {
        T item = arrived;
        if (item != null) { // else one may arrive at this moment, and be cleared then
            arrived = null;
            undelivered(item);
        }
        Iterator<? extends R> rest = iterator;
        iterator = Collections.emptyIterator();
        if (isCollection) {
            Undelivered.tellRest(rest, context());
        }
    }
}
