package dev.weir.net.loop;

import dev.weir.Cancellable;
import dev.weir.Clock;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;

/** Has what gives tasks and timers throw while there is no memory. */
public final class FullHeap {
    /** As an OutOfMemoryError, after which no test goes on. */
    static final class Full extends Error {
        private static final long serialVersionUID = 1;

        Full() {
            super("Java heap space");
        }
    }

    private boolean full = true;

    public void hasRoom() {
        full = false;
    }

    public void isFull() {
        full = true;
    }

    private void take() {
        if (full) {
            throw new Full();
        }
    }

    EventLoop loop(EventLoop real) {
        return proxy(EventLoop.class, real, null);
    }

    /** The loop as other threads see it. */
    EventLoop elsewhere(EventLoop real) {
        EventLoop full = loop(real);
        return handled(
                EventLoop.class,
                (self, method, given) -> method.getName().equals("inEventLoop") ? false : invoked(method, full, given));
    }

    ChannelHandlerContext context(ChannelHandlerContext real) {
        return proxy(ChannelHandlerContext.class, real, loop(real.channel().eventLoop()));
    }

    private <T> T proxy(Class<T> type, T real, EventLoop executor) {
        return handled(type, (self, method, given) -> {
            if (method.getName().equals("executor")) {
                return executor;
            }
            if (method.getName().equals("schedule") || method.getName().equals("execute")) {
                take();
            }
            return invoked(method, real, given);
        });
    }

    private static <T> T handled(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object invoked(Method method, Object real, Object[] given) throws Throwable {
        try {
            return method.invoke(real, given);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    public Clock clock(Clock real) {
        return new Clock() {
            @Override
            public long nanoTime() {
                return real.nanoTime();
            }

            @Override
            public Cancellable schedule(Runnable task, Duration delay) {
                take();
                return real.schedule(task, delay);
            }
        };
    }
}
