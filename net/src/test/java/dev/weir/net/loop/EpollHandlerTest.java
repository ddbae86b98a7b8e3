package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.IoEvent;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoOps;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What epoll is told to wait for. */
class EpollHandlerTest {
    private final List<IoOps> told = new ArrayList<>();

    private final class Epolls implements IoHandler, IoRegistration {
        @Override
        public int run(IoHandlerContext context) {
            return 0;
        }

        @Override
        public IoRegistration register(IoHandle handle) {
            return this;
        }

        @Override
        public void wakeup() {
            // nothing waits
        }

        @Override
        public boolean isCompatible(Class<? extends IoHandle> handleType) {
            return true;
        }

        @Override
        @SuppressWarnings({"TypeParameterUnusedInFormals", "NullAway"})
        public <T> T attachment() {
            return null;
        }

        @Override
        public long submit(IoOps ops) {
            told.add(ops);
            return 1;
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public boolean cancel() {
            return true;
        }
    }

    private static final class Handle implements IoHandle {
        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            // nothing happens
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    private IoOps told(EpollIoOps... wanted) throws Exception {
        EpollIoOps all = EpollIoOps.NONE;
        for (EpollIoOps one : wanted) {
            all = all.with(one);
        }
        var _ = new EpollHandler(new Epolls()).register(new Handle()).submit(all);
        return told.removeLast();
    }

    @Test
    void thePeersEndIsSeenByReadingAndTheSocketStays() throws Exception {
        assumeTrue(Epoll.isAvailable());
        assertEquals(EpollIoOps.EPOLLIN, told(EpollIoOps.EPOLLIN, EpollIoOps.EPOLLRDHUP));
        assertEquals(EpollIoOps.EPOLLOUT, told(EpollIoOps.EPOLLOUT));
        assertEquals(EpollIoOps.EPOLLET, told(EpollIoOps.EPOLLRDHUP));
        assertEquals(EpollIoOps.EPOLLET, told());
    }
}
