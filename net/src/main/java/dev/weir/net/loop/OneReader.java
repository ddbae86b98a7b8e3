package dev.weir.net.loop;

import dev.weir.Many;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Lets one read, by the name of the method that it called: whoever comes too late is told that. */
public final class OneReader {
    /**
     * What is read.
     *
     * @param name as in "the request's body"
     * @param advice what to do instead of reading it twice
     */
    public record Subject(String name, String advice) {}

    private static final VarHandle WAY = Atomic.field(MethodHandles.lookup(), "way", String.class);

    private final Subject subject;
    private volatile @Nullable String way;

    public OneReader(Subject subject) {
        this.subject = subject;
    }

    /** Whether somebody reads, or has read. */
    public boolean isTaken() {
        return way != null;
    }

    /** Whether it was by that method. */
    public boolean isTakenBy(String method) {
        return method.equals(way);
    }

    /** Lets the caller read by that method; false if another one does. */
    public boolean take(String method) {
        return WAY.compareAndSet(this, null, method);
    }

    /** The items for who reads by that method: a failure for whoever comes too late. */
    public <T> Many<T> only(Many<T> items, String method) {
        return Many.defer(() -> take(method) ? items : Many.fail(this::refusal));
    }

    /** Lets another one read. */
    public void letGo() {
        way = null;
    }

    /** What a second reader fails with. */
    public IllegalStateException refusal() {
        return Trace.none(
                new IllegalStateException(subject.name() + " is read by " + way + " already: " + subject.advice()));
    }
}
