package dev.weir.op.kernel.run;

import dev.weir.op.kernel.race.SerialLoop;
import dev.weir.op.kernel.root.Atomics;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A pending step that may have something to do again and again, from any threads, never nested or twice at once. */
public abstract class Answering extends Pending {
    private static final VarHandle ANSWERS = Atomics.field(MethodHandles.lookup(), "answers", SerialLoop.class);

    private volatile @Nullable SerialLoop answers; // most never need it

    /** Does it. */
    protected abstract void answer();

    /** Has {@link #answer} called, once more after the last call of this. */
    protected final void answerAgain() {
        if (answers == null) {
            ANSWERS.compareAndSet(this, null, new SerialLoop(this::answer));
        }
        Objects.requireNonNull(answers).run();
    }
}
