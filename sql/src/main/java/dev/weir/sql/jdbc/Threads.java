package dev.weir.sql.jdbc;

import dev.weir.Context;
import java.util.concurrent.ThreadFactory;

/** The threads of this engine, named after the pipelines that they work for. */
final class Threads {
    private Threads() {}

    static void start(ThreadFactory factory, Context context, Runnable task) {
        String name = context.name();
        Thread thread = factory.newThread(task);
        thread.setName(name.isEmpty() ? "weir-sql" : name + "/sql");
        thread.setContextClassLoader(Threads.class.getClassLoader());
        thread.start();
    }
}
