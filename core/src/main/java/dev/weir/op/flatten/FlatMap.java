package dev.weir.op.flatten;

import static dev.weir.op.kernel.root.Argument.positive;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Arriving;
import dev.weir.op.kernel.inner.Inner;
import dev.weir.op.kernel.inner.InnerHost;
import dev.weir.op.kernel.inner.Starting;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.FromLoop;
import dev.weir.op.kernel.run.Part;
import dev.weir.op.kernel.run.Signal;
import dev.weir.op.kernel.run.Single;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Known;
import dev.weir.op.kernel.stage.PullSource;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.Iterator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The items' streams, several at once. */
@SuppressWarnings("unchecked") // items are read only, values those of the Ones
public final class FlatMap<T, R> extends Flattening<T, R> {
    private final int concurrency;
    private final Kind kind;
    private final boolean isMerge;

    /** Which streams they are, and what is done when one fails. */
    public enum Kind {
        MAPPED,
        DELAYING, // failures, until the others have ended
        KNOWN, // all of which start at once
        KNOWN_TO_BE_FEW
    }

    public FlatMap(
            Many<T> source, Function<? super T, ? extends Many<? extends R>> mapper, int concurrency, Kind kind) {
        this.concurrency = positive(concurrency, "flatMap: the concurrency");
        this.kind = kind;
        this.isMerge = kind == Kind.KNOWN || kind == Kind.KNOWN_TO_BE_FEW;
        super(source, mapper, Merging.class, Merging<T, R>::new);
    }

    /** The streams of an array, which is copied. */
    public static <T> Many<T> ofAll(Many<? extends T>[] sources) {
        Many<? extends T>[] copy = Argument.given(sources, "merge: the streams").clone();
        Kind kind = haveFew(copy, "merge: a stream") ? Kind.KNOWN_TO_BE_FEW : Kind.KNOWN;
        return new FlatMap<Many<? extends T>, T>(Many.of(copy), Function.identity(), Math.max(1, copy.length), kind);
    }

    @Override
    protected boolean isWide() {
        return kind != Kind.KNOWN_TO_BE_FEW && super.isWide();
    }

    @Override
    protected Many<R> resolve(Root root, int depth) {
        return ofOnly(function(), "flatMap");
    }

    private static final class Merging<T, R> extends Arriving<T, R, R> implements InnerHost<R>, Part.Host {
        /*
         * An item goes straight down if nobody else is emitting, nothing waits and there is demand; otherwise it
         * joins one queue for all inner streams. The end of an inner stream takes the same way, behind its items,
         * so its place is given to a new one only when they have gone: that bounds the queue by
         * concurrency × AHEAD. While no inner stream is live, nobody emits but upstream's thread: it passes on
         * at once what is known, and what comes of an inner stream while that is being started.
         *
         * An inner stream that ends while it is being started, with nothing of it waiting, never was live: its place
         * is free again when its item's onNext returns. The others are counted then, and so may have been taken from
         * the count before; no matter, since upstream can't have ended.
         */
        private final Function<? super T, ? extends Many<? extends R>> mapper;
        private final FlatMap<T, R> flatMap;
        private final Starting running = new Starting();
        private final Requested live = new Requested();
        private boolean alone; // no inner stream was live when this one's start began
        private boolean waiting; // something of the inner stream that is being started, or maybe of another
        private boolean endedAtOnce;
        private boolean learned;
        private @Nullable Part spare;

        Merging(FlatMap<T, R> flatMap, Stage<? super R> downstream, Root root) {
            super(downstream, root);
            this.mapper = flatMap.function();
            this.flatMap = flatMap;
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            super.onSubscribe(newUpstream);
            if (flatMap.isMerge) {
                start();
            }
        }

        @Override
        public boolean isEager() {
            return flatMap.isMerge || super.isEager();
        }

        @Override
        protected void asked() {
            if (flatMap.isMerge) {
                drain();
            } else {
                start();
            }
        }

        private void start() {
            upstream.request(flatMap.concurrency == Integer.MAX_VALUE ? Long.MAX_VALUE : flatMap.concurrency);
        }

        @Override
        public boolean onNext(T item) {
            Many<? extends R> made;
            try {
                made = Argument.due(mapper.apply(item), "flatMap: the function", "a stream");
            } catch (Throwable failure) {
                return fail(failure, mapper);
            }
            alone = live.get() == 0;
            if (alone && made instanceof Known<? extends R> known && hasRoom(known.size())) {
                return emitAll(known);
            }
            if (alone && made instanceof Single<? extends R> single && hasRoom(1)) {
                return run(single.step);
            }
            return take(made);
        }

        private boolean take(Many<? extends R> made) {
            Iterator<? extends R> items;
            try {
                learned = learned || learn(mapper, made);
                items = alone ? PullSource.items(made) : null;
            } catch (Throwable failure) {
                return failed(here(failure, null));
            }
            return items == null ? start(made) : emitAll(items);
        }

        private boolean failed(Throwable failure) {
            live.add(1);
            failed(null, failure);
            Failures.throwIfFatal(failure);
            return true;
        }

        /** What there is no room for stays with an inner stream. */
        private boolean emitAll(Iterator<? extends R> items) {
            while (!isCancelled()) {
                R item;
                try {
                    if (!items.hasNext()) {
                        return false;
                    }
                    if (!hasRoom(1)) {
                        return start(Many.from(() -> (Iterator<R>) items));
                    }
                    item = PullSource.next(items);
                } catch (Throwable failure) {
                    return failed(here(failure, null));
                }
                emitted += downstream.onNext(item) ? 1 : 0;
            }
            return false;
        }

        private boolean start(Many<? extends R> made) {
            waiting = false;
            endedAtOnce = false;
            running.start(new Inner<>(this, this, Inner.AHEAD, 0), made);
            if (!endedAtOnce) {
                live.add(1);
            }
            return !endedAtOnce;
        }

        private boolean emitAll(Known<? extends R> known) {
            int size = known.size();
            if (size > Known.FEW) {
                Site.wide(mapper);
            }
            for (int i = 0; i < size && !isCancelled(); i++) {
                emitted += downstream.onNext(known.item(i)) ? 1 : 0;
            }
            return false;
        }

        private boolean hasRoom(int items) {
            return demand() - emitted >= items;
        }

        private boolean run(Step<?> step) {
            Part run = spare == null ? new Part(this, this) : spare;
            Object polled = running.begin(run) ? run.begin(step) : new FromLoop(step);
            running.end();
            if (!(polled instanceof Signal)) {
                spare = run;
                if (isCancelled()) {
                    undelivered(polled);
                } else if (polled != null) {
                    emitted += downstream.onNext((R) polled) ? 1 : 0;
                }
                run.closeOpen();
                return false;
            }
            spare = null;
            live.add(1);
            running.add(run);
            run.goOn(polled); // which lets go of it if all is cancelled
            return true;
        }

        @Override
        public void ended(Part run, @Nullable Object outcome) {
            running.remove(run);
            if (outcome instanceof Failure failure) {
                run.closeOpen(); // it may need what is closed at the end
                failed(null, failure.into(root()));
                return;
            }
            if (outcome != null) {
                arrived(null, (R) outcome);
            }
            run.closeOpen();
            arrived(null, null);
        }

        @Override
        public boolean innerNext(Inner<R> inner, R item) {
            if (running.isStarting(inner) && alone && !waiting && hasRoom(1)) {
                emitted += downstream.onNext(item) ? 1 : 0;
                inner.consumed();
            } else if (!arrived(inner, item)) {
                waiting = true; // whoever brought it; if that inner stream is not being started, it does no harm
            }
            return true;
        }

        @Override
        public void innerComplete(Inner<R> inner) {
            if (running.isStarting(inner) && !waiting) {
                endedAtOnce = true;
                return;
            }
            running.ended(inner);
            arrived(inner, null);
        }

        @Override
        public void innerError(Inner<R> inner, Throwable failure) {
            running.ended(inner);
            failed(inner, failure);
        }

        private void failed(@Nullable Inner<R> inner, Throwable failure) {
            offerFailure(failure, flatMap.kind == Kind.DELAYING);
            offer(inner, null);
        }

        @Override
        public void onError(Throwable failure) {
            offerFailure(failure, flatMap.kind == Kind.DELAYING);
            onComplete();
        }

        /** The place of an inner stream that has ended is given to a new one. */
        @Override
        protected void take(@Nullable Inner<R> inner, @Nullable R item) {
            if (item == null) {
                live.subtract(1);
                upstream.request(1);
                return;
            }
            emitted += downstream.onNext(item) ? 1 : 0;
            if (inner != null) {
                consumed(inner);
            }
        }

        @Override
        protected void idle(boolean last) {
            if (last && live.get() == 0) {
                end();
            }
        }

        @Override
        protected boolean failsNow() {
            return flatMap.kind != Kind.DELAYING && hasFailed();
        }

        @Override
        protected void cancelOthers() {
            running.cancel();
        }

        @Override
        protected void drop(Throwable failure) {
            if (flatMap.kind == Kind.DELAYING) { // somebody has what is needed, and goes on without the failed
                Dropped.reportQuietly(failure, context());
            } else {
                super.drop(failure);
            }
        }
    }
}
