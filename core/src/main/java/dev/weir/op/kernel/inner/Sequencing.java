package dev.weir.op.kernel.inner;

import dev.weir.Many;
import dev.weir.op.kernel.root.Atomics;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Part;
import dev.weir.op.kernel.run.Signal;
import dev.weir.op.kernel.run.Single;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.stage.PullSource;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import dev.weir.op.kernel.stage.WithContext;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The stage of a {@link Sequence}, and of the sequences in it: a stack of sequels, and a loop that does what comes next. */
@SuppressWarnings("unchecked") // the sequels' streams and Ones, whose items are read only
public abstract class Sequencing<T> extends Handover<T, T> implements Part.Host {
    /*
     * What is to be done is left in a field, and done in the drain: if that is further down on the stack, then when the
     * stack has been left. Only one thing is to be done at a time: what the end of a stream leads to.
     */
    private static final VarHandle DUE = Atomics.field(MethodHandles.lookup(), "due", Object.class);
    private static final Object COMPLETED = new Object();

    private volatile @Nullable Object due; // a stream to subscribe to, a failure, or COMPLETED
    private @Nullable Sequel<T> top;
    private Root seen; // by the next stream
    private @Nullable Part spare;

    Sequencing(Stage<? super T> downstream, Root root) {
        super(downstream, root);
        this.seen = root;
    }

    final void begin(Sequence<T> first) {
        DUE.set(this, first);
        begin();
    }

    // ---------------------------------------------------------------- what sequels tell

    /** Subscribes to a stream, whose end the sequel is told. */
    public final void start(Sequel<T> sequel, Many<? extends T> stream) {
        seen = sequel.root;
        run(stream);
    }

    /** Subscribes to a stream, and the sequel is over. */
    public final void startLast(Sequel<T> sequel, Many<? extends T> stream) {
        top = sequel.below;
        start(sequel, stream);
    }

    /** The sequel is over, and has failed if there is a failure. */
    public final void end(Sequel<T> sequel, @Nullable Throwable itsFailure) {
        top = sequel.below;
        onEnd(itsFailure);
    }

    // ---------------------------------------------------------------- what streams tell

    @Override
    public final void onSubscribe(Upstream newUpstream) {
        handTo(newUpstream);
    }

    @Override
    public final void onError(Throwable newFailure) {
        run(newFailure);
    }

    @Override
    public final void onComplete() {
        run(COMPLETED);
    }

    private void run(Object newDue) {
        DUE.setRelease(this, newDue);
        drain();
    }

    @Override
    protected final boolean step() {
        Object now = due;
        if (now == null) {
            return false;
        }
        DUE.set(this, null);
        upstream = Upstream.NONE; // what fed it has ended
        Throwable failure = now instanceof Throwable thrown ? thrown : null;
        if (isCancelled()) {
            Dropped.report(failure, context());
        } else if (now instanceof Many<?> stream) {
            subscribe((Many<? extends T>) stream);
        } else if (top == null) {
            downstream.onEnd(failure);
            Failures.throwIfFatal(failure);
        } else if (failure == null) {
            top.completed(this);
        } else {
            top.failed(this, failure);
        }
        return true;
    }

    private void subscribe(Many<? extends T> stream) {
        Source<T> source = Source.of((Many<T>) stream);
        @Nullable Iterator<T> items;
        boolean apart = false; // it carries something else: a sequence inside has a loop of its own
        try {
            for (Source<T> next = source; next != null; next = apart ? null : source.stands(seen, depth())) {
                source = next;
                while (source instanceof WithContext<T> scoped) {
                    seen = scoped.scope(seen);
                    source = scoped.source();
                }
                if (isCancelled() && !(source instanceof Sequence)) {
                    return;
                }
                apart = Carried.differ(context(), seen.context());
            }
            if (!apart && source instanceof Sequence<T> sequence) {
                Sequel<T> sequel = sequence.open(seen);
                sequel.below = top;
                top = sequel;
                sequel.begin(this);
                return;
            }
            items = !apart && Source.hasFew(source) ? PullSource.items(source) : null; // many are as fast otherwise
        } catch (Throwable thrown) {
            onError(seen.made(thrown, source.getClass(), source.given()));
            return;
        }
        if (items != null) {
            passAll(source, items);
        } else if (source instanceof Single<T> single && seen == root() && hasRoom(1)) {
            run(single.step);
        } else {
            Source.connect(source, this, seen);
        }
    }

    /** The value of a One is passed on without subscribing. */
    private void run(Step<?> step) {
        Part part = spare == null ? new Part(this, this) : spare;
        if (!isFedBy(part)) {
            return;
        }
        Object polled = part.begin(step);
        spare = polled instanceof Signal ? null : part;
        if (spare == null) {
            part.goOn(polled);
        } else {
            ended(part, polled);
        }
    }

    @Override
    public final void ended(Part part, @Nullable Object outcome) {
        Throwable failure = outcome instanceof Failure failed ? failed.into(root()) : null;
        if (failure == null && isCancelled()) {
            undelivered(outcome);
        } else if (failure == null && outcome != null) {
            onNext((T) outcome);
        }
        part.closeOpen(); // it may need what is closed at the end
        onEnd(failure);
    }

    /** Passes the items on, on the thread that would subscribe to them. */
    abstract void passAll(Source<T> source, Iterator<T> items);

    /** The next to be passed on; if there is no room, the rest is once there is. */
    final @Nullable T next(Source<T> source, Iterator<T> items) {
        try {
            if (isCancelled()) {
                return null;
            }
            if (!items.hasNext()) {
                onComplete();
            } else if (hasRoom(1)) {
                return PullSource.next(items);
            } else {
                onDemand(() -> passAll(source, items), () -> {});
            }
        } catch (Throwable failure) {
            onError(seen.made(failure, source.getClass(), null));
        }
        return null;
    }
}
