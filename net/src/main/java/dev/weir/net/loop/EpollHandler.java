package dev.weir.net.loop;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;

/**
 * Netty's epoll, where the end of what a peer sends is seen by reading it, as everywhere else. Otherwise Netty 4.2.18 reads
 * all that has come as soon as the peer has finished, whoever asked for it or not; and once there is nothing to wait for on
 * a socket, it takes it out of epoll, forgets that it did, and fails the next write that does not fit at once.
 *
 * @param epoll does the work
 */
record EpollHandler(IoHandler epoll) implements IoHandler {
    static IoHandlerFactory factory() {
        IoHandlerFactory factory = EpollIoHandler.newFactory();
        return executor -> new EpollHandler(factory.newHandler(executor));
    }

    @Override
    public void initialize() {
        epoll.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
        return epoll.run(context);
    }

    @Override
    public void prepareToDestroy() {
        epoll.prepareToDestroy();
    }

    @Override
    public void destroy() {
        epoll.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return new Socket(epoll.register(handle));
    }

    @Override
    public void wakeup() {
        epoll.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return epoll.isCompatible(handleType);
    }

    private record Socket(IoRegistration registration) implements IoRegistration {
        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // as in Netty's
        public <T> T attachment() {
            return registration.attachment();
        }

        /** Where nothing is left, a broken connection is still told, and once only. */
        @Override
        public long submit(IoOps ops) {
            EpollIoOps left = ((EpollIoOps) ops).without(EpollIoOps.EPOLLRDHUP);
            return registration.submit(left.equals(EpollIoOps.NONE) ? EpollIoOps.EPOLLET : left);
        }

        @Override
        public boolean isValid() {
            return registration.isValid();
        }

        @Override
        public boolean cancel() {
            return registration.cancel();
        }
    }
}
