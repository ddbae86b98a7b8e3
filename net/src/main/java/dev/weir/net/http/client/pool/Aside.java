package dev.weir.net.http.client.pool;

import java.util.function.Consumer;

/** Runs what others wait for, and what they do then, on a virtual thread of its own: they may do anything, also wait. */
final class Aside {
    private Aside() {}

    static void run(Runnable completion) {
        run(completion, task -> Thread.ofVirtual().name("weir-pool").start(task));
    }

    static void run(Runnable completion, Consumer<Runnable> starts) {
        try {
            starts.accept(completion);
        } catch (Throwable noThread) { // as without memory: better here than never
            completion.run();
        }
    }
}
