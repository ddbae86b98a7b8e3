package dev.weir.postgres.hub;

import dev.weir.postgres.pipe.Loop;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Tasks of a hub on the thread on which its connection receives, one after the other: a message that comes there is told at once,
 * and need not wait until another thread wakes up. A task that is added while another runs comes after it.
 */
public final class LoopTasks implements Executor {
    private final Supplier<Loop> loop;
    private final Queue<Runnable> tasks = new ArrayDeque<>(); // on the loop only, as what follows
    private boolean running;

    public LoopTasks(Supplier<Loop> loop) {
        this.loop = loop;
    }

    @Override
    public void execute(Runnable task) {
        Loop here = loop.get();
        if (here.isHere()) {
            run(task);
        } else {
            boolean _ = here.tryExecute(() -> run(task));
        }
    }

    private void run(Runnable task) {
        tasks.add(task);
        if (!running) {
            drain();
        }
    }

    private void drain() {
        running = true;
        try {
            for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
                next.run();
            }
        } finally {
            running = false;
            if (!tasks.isEmpty()) {
                boolean _ = loop.get().tryExecute(this::drain); // one has thrown, which is no fault of the others
            }
        }
    }
}
