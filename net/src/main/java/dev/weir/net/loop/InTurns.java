package dev.weir.net.loop;

import dev.weir.Many;
import dev.weir.One;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Work on an event loop that leaves others their turn: ADR 25. */
public final class InTurns {
    private static final int AT_ONCE = 64 * 1024;
    private static final int SLICE = 2 * 1024;

    private InTurns() {}

    /**
     * The items, before which others have their turn whenever so much work was made of them.
     *
     * @param loop where the items come, if not elsewhere
     * @param work what an item has cost, as a {@link Turn} counts it
     */
    public static <T> Many<T> of(Many<T> items, Executor loop, ToIntFunction<? super T> work) {
        return loop instanceof EventLoop own
                ? Many.defer(() -> {
                    Waiting waiting = new Waiting(own);
                    return items.delayUntil(item -> waiting.after(work.applyAsInt(item)));
                })
                : items;
    }

    /** Ends when others have had their turn. */
    private static final class Waiting extends Turn {
        private final One<?> others = One.from(this::others);
        private CompletableFuture<@Nullable Void> had = new CompletableFuture<>();

        Waiting(EventLoop loop) {
            super(loop);
        }

        One<?> after(int work) {
            if (loop.inEventLoop()) {
                worked(work);
                return rests() ? others : One.ofVoid();
            }
            return One.ofVoid();
        }

        private CompletableFuture<@Nullable Void> others() {
            return had;
        }

        @Override
        protected void goOn() {
            CompletableFuture<@Nullable Void> last = had;
            had = new CompletableFuture<>();
            last.complete(null);
        }
    }

    /** A body of which values are made one after the other, each maybe of few bytes, in pieces that are small enough for that. */
    public static Many<ByteBuffer> parsed(Many<ByteBuffer> body, Executor loop) {
        return of(body.flatMapIterable(InTurns::slices), loop, slice -> Turn.cost(slice.remaining(), 0));
    }

    private static Iterable<ByteBuffer> slices(ByteBuffer piece) {
        int length = piece.remaining();
        int start = piece.position();
        return () -> IntStream.range(0, Math.ceilDiv(length, SLICE))
                .map(i -> i * SLICE)
                .mapToObj(from -> piece.slice(start + from, Math.min(SLICE, length - from)))
                .iterator();
    }

    /**
     * What is made of so many bytes: at once if they are few, else on a virtual thread, after which the loop goes on.
     *
     * @param loop where one is
     */
    public static <T> One<T> made(int bytes, Executor loop, Callable<T> work) {
        return bytes <= AT_ONCE ? One.call(work) : One.blocking(work).publishOn(task -> goOn(loop, task));
    }

    private static void goOn(Executor loop, Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException loopHasEnded) {
            task.run(); // with its last connection
        }
    }
}
