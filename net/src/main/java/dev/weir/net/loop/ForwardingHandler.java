package dev.weir.net.loop;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;

/** A handler of sockets' events that lets another one do the work. */
abstract class ForwardingHandler implements IoHandler {
    private final IoHandler worker;

    ForwardingHandler(IoHandler worker) {
        this.worker = worker;
    }

    @Override
    public final void initialize() {
        worker.initialize();
    }

    @Override
    public final int run(IoHandlerContext context) {
        return worker.run(context);
    }

    @Override
    public final void prepareToDestroy() {
        worker.prepareToDestroy();
    }

    @Override
    public final void destroy() {
        worker.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return worker.register(handle);
    }

    @Override
    public final void wakeup() {
        worker.wakeup();
    }

    @Override
    public final boolean isCompatible(Class<? extends IoHandle> handleType) {
        return worker.isCompatible(handleType);
    }
}
