package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import io.netty.channel.AbstractChannel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One end of a {@link Pipe}, which behaves as a socket does: it is read when it is asked to, and holds so much. */
final class PipeEnd extends AbstractChannel implements DuplexChannel {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false);
    private static final int ROOM = 64 * 1024; // what a kernel holds
    private static final SocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final boolean halfClosure;
    private final ChannelConfig config = new Config(this);
    private final ArrayDeque<ByteBuf> arrived = new ArrayDeque<>();
    private @Nullable PipeEnd other;
    private int waiting; // bytes of what has arrived
    private boolean asked;
    private boolean ended; // the other end sends nothing more
    private boolean endTold;
    private boolean outputEnded;
    private boolean resets;
    private boolean broken;
    private boolean due;
    private volatile boolean closed; // others ask, too

    /**
     * An end.
     *
     * @param halfClosure whether it may send when the other one sends nothing more; if not, it is closed then
     */
    PipeEnd(boolean halfClosure) {
        super(null);
        this.halfClosure = halfClosure;
    }

    /** Knows how a socket is told to break off. */
    private static final class Config extends DefaultChannelConfig {
        private final PipeEnd end;

        Config(PipeEnd end) {
            super(end);
            this.end = end;
            setAutoRead(false);
            setWriteBufferWaterMark(Listener.WATER_MARKS);
        }

        @Override
        public <T> boolean setOption(ChannelOption<T> option, T value) {
            if (option == ChannelOption.SO_LINGER) {
                end.resets = true;
                return true;
            }
            return super.setOption(option, value);
        }
    }

    void leadTo(PipeEnd peer) {
        other = peer;
    }

    private PipeEnd other() {
        return Objects.requireNonNull(other, "no other end");
    }

    // ------------------------------------------------------------ what comes

    @Override
    protected void doBeginRead() {
        asked = true;
        soon();
    }

    /** Gives what has arrived when the loop has done what it is doing now. */
    private void soon() {
        if (!due) {
            due = true;
            eventLoop().execute(() -> {
                due = false;
                give();
            });
        }
    }

    private void give() {
        if (closed) {
            return;
        }
        if (broken) {
            pipeline().fireExceptionCaught(new IOException("Connection reset by peer"));
            close();
            return;
        }
        ByteBuf next = asked ? arrived.poll() : null;
        if (next != null) {
            asked = false;
            waiting -= next.readableBytes();
            pipeline().fireChannelRead(next);
            pipeline().fireChannelReadComplete();
            other().room();
        } else if (asked && ended && !endTold) {
            endTold = true;
            tellTheEnd();
        }
    }

    private void tellTheEnd() {
        if (halfClosure) {
            pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        } else {
            close();
        }
    }

    private void room() {
        if (!closed) {
            unsafe().flush();
        }
    }

    private void end(boolean breaks) {
        ended = true;
        broken |= breaks;
        if (!closed) {
            soon();
        }
    }

    // ------------------------------------------------------------ what is sent

    @Override
    protected void doWrite(ChannelOutboundBuffer in) throws IOException {
        PipeEnd to = other();
        for (Object next = in.current(); next != null; next = in.current()) {
            ByteBuf bytes = (ByteBuf) next;
            if (bytes.isReadable() && (to.closed || outputEnded)) {
                throw new IOException("Broken pipe");
            }
            int length = Math.min(bytes.readableBytes(), ROOM - to.waiting);
            if (length == 0 && bytes.isReadable()) {
                return; // until it is read there
            }
            if (length > 0) {
                to.arrived.add(to.alloc().buffer(length).writeBytes(bytes, length));
                to.waiting += length;
                to.soon();
                in.progress(length);
            }
            if (!bytes.isReadable()) {
                in.remove();
            }
        }
    }

    @Override
    protected void doShutdownOutput() {
        if (!outputEnded) {
            outputEnded = true;
            other().end(false);
        }
    }

    @Override
    protected void doClose() {
        if (!closed) {
            closed = true;
            boolean lost = resets || !arrived.isEmpty(); // as a kernel tells who sent what nobody has read
            arrived.forEach(ByteBuf::release);
            arrived.clear();
            other().end(lost);
        }
    }

    // ------------------------------------------------------------ what it is

    @Override
    protected AbstractUnsafe newUnsafe() {
        return new AbstractUnsafe() {
            @Override
            public void connect(SocketAddress remote, SocketAddress local, ChannelPromise promise) {
                promise.setFailure(new UnsupportedOperationException("both ends are connected"));
            }
        };
    }

    @Override
    protected boolean isCompatible(EventLoop loop) {
        return true;
    }

    @Override
    protected SocketAddress localAddress0() {
        return HERE;
    }

    @Override
    protected SocketAddress remoteAddress0() {
        return HERE;
    }

    @Override
    protected void doBind(SocketAddress local) {
        throw new UnsupportedOperationException("it has no address");
    }

    @Override
    protected void doDisconnect() {
        doClose();
    }

    @Override
    public ChannelConfig config() {
        return config;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public boolean isActive() {
        return !closed;
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }

    @Override
    public boolean isInputShutdown() {
        return endTold;
    }

    @Override
    public ChannelFuture shutdownInput() {
        return shutdownInput(newPromise());
    }

    @Override
    public ChannelFuture shutdownInput(ChannelPromise promise) {
        return promise.setFailure(new UnsupportedOperationException("what comes is left"));
    }

    @Override
    public boolean isOutputShutdown() {
        return outputEnded;
    }

    @Override
    public ChannelFuture shutdownOutput() {
        return shutdownOutput(newPromise());
    }

    @Override
    public ChannelFuture shutdownOutput(ChannelPromise promise) {
        doShutdownOutput();
        return promise.setSuccess();
    }

    @Override
    public boolean isShutdown() {
        return endTold && outputEnded;
    }

    @Override
    public ChannelFuture shutdown() {
        return shutdown(newPromise());
    }

    @Override
    public ChannelFuture shutdown(ChannelPromise promise) {
        return shutdownOutput(promise);
    }
}
