package dev.weir.net.tls;

import java.util.concurrent.Executor;

/** Runs what takes long of a handshake, signing and the check of certificates, beside the event loops. */
public final class HandshakeTasks implements Executor {
    public static final Executor ALL = new HandshakeTasks();

    private HandshakeTasks() {}

    @Override
    public void execute(Runnable task) {
        Thread.ofVirtual()
                .name("weir-handshake")
                .inheritInheritableThreadLocals(false)
                .start(task);
    }
}
