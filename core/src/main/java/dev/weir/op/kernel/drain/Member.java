package dev.weir.op.kernel.drain;

import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** One of those whom a {@link Multicast} signals. */
final class Member<T> extends Requested implements Upstream {
    /*
     * The stream may end while the stage's onSubscribe still runs on another thread. Both call `met`, and who
     * is second ends the stage.
     */
    private final Multicast<?> multicast;

    @SuppressWarnings("NullAway.Init") // before it is added
    Stage<? super T> stage;

    /** Nobody is to come for it, or it is gone. */
    final Once cancelled = new Once();

    private final Once met = new Once();
    private Runnable ending = () -> {}; // before `met`
    long emitted;

    @Nullable
    Deque<T> late; // what is replayed to it, in the drain; null until it begins to be

    Member(Multicast<?> multicast) {
        this.multicast = multicast;
    }

    /** Ends the stage with the action, now or when its onSubscribe has returned. */
    void end(Runnable action) {
        ending = action;
        meet();
    }

    void meet() {
        if (!met.first() && cancelled.first()) {
            Carried.run(stage.context(), () -> stage.root().guard(ending));
        }
    }

    /** Passes on what came before, as far as it is asked for; false if some is left. */
    boolean catchUp(Collection<T> past) {
        late = late == null ? new ArrayDeque<>(past) : late;
        while (isReady() && !late.isEmpty()) {
            pass(late.remove());
        }
        return late.isEmpty();
    }

    /** Whether it may be emitted to: one that has just joined gets what its demand allows, from the next item on. */
    boolean isReady() {
        return !cancelled.isTaken() && emitted < get();
    }

    /** One member's failure is not the others'. */
    void pass(T item) {
        try {
            emitted += stage.onNext(item) ? 1 : 0;
        } catch (Throwable thrown) {
            Carried.run(stage.context(), () -> stage.root().crash(thrown));
            multicast.goesOn(thrown);
        }
    }

    @Override
    public void request(long n) {
        add(n);
        multicast.requested();
    }

    @Override
    public void cancel() {
        if (cancelled.first()) {
            multicast.remove(this, multicast::cancel);
        }
    }

    @Override
    public void release() {
        if (cancelled.first()) {
            multicast.remove(this, multicast::release);
        }
    }
}
