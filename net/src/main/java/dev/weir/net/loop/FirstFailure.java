package dev.weir.net.loop;

import dev.weir.One;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What has failed first at the two ends of a pipe: what the other one fails with may only follow from it. */
public final class FirstFailure {
    private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

    /**
     * What an end does, of which a failure is known before the other end sees it.
     *
     * @param name of the end
     * @throws Exception what the work throws
     */
    public <R extends @Nullable Object> One<R> of(String name, Callable<? extends One<R>> work) throws Exception {
        try {
            return Objects.requireNonNull(work.call(), () -> name + " returned null instead of a One")
                    .doOnError(this::failed);
        } catch (Throwable failure) {
            failed(failure);
            throw failure;
        }
    }

    private void failed(Throwable failure) {
        first.compareAndSet(null, failure);
    }

    /** What is told in place of the failure, with which all of it has ended. */
    public Throwable behind(Throwable failure) {
        Throwable known = first.get();
        return known == null ? failure : known;
    }
}
