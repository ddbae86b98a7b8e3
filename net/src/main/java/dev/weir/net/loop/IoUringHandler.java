package dev.weir.net.loop;

import io.netty.channel.IoEvent;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.uring.IoUringIoEvent;
import io.netty.channel.uring.IoUringIoHandle;
import io.netty.channel.uring.IoUringIoHandler;

/**
 * Netty's io_uring, where a connection that breaks is seen although its last bytes came with the break. Netty 4.2.18 waits
 * for the kernel to tell of something new before it reads on, and after a reset there is nothing new.
 */
final class IoUringHandler extends ForwardingHandler {
    IoUringHandler(IoHandler uring) {
        super(uring);
    }

    static IoHandlerFactory factory() {
        IoHandlerFactory factory = IoUringIoHandler.newFactory();
        return executor -> new IoUringHandler(factory.newHandler(executor));
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return super.register(new Socket((IoUringIoHandle) handle));
    }

    @SuppressWarnings("try") // close() throws what Netty's may
    private static final class Socket implements IoUringIoHandle {
        /* As in linux/io_uring.h and poll.h. */
        private static final byte POLL_ADD = 6;
        private static final byte RECV = 27;
        private static final int MORE_COMES = 1 << 1;
        private static final int POLLIN = 0x1;
        private static final int POLLERR = 0x8;
        private static final int POLLHUP = 0x10;

        private final IoUringIoHandle socket;
        private boolean broken;

        Socket(IoUringIoHandle socket) {
            this.socket = socket;
        }

        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            IoUringIoEvent done = (IoUringIoEvent) event;
            boolean readSome = done.opcode() == RECV && done.res() > 0;
            broken |= done.opcode() == POLL_ADD && done.res() > 0 && (done.res() & (POLLERR | POLLHUP)) != 0;
            socket.handle(registration, event);
            if (readSome && broken) {
                socket.handle(registration, new IoUringIoEvent(POLLIN, MORE_COMES, POLL_ADD, 0L));
            }
        }

        @Override
        public void registered() {
            socket.registered();
        }

        @Override
        public void unregistered() {
            socket.unregistered();
        }

        @Override
        public void close() throws Exception {
            socket.close();
        }
    }
}
