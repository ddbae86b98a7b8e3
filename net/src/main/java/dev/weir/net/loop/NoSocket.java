package dev.weir.net.loop;

import io.netty.channel.AbstractChannel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DuplexChannel;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** A channel that behaves as that of a socket does, and has none: what its bytes come and go by is up to it. */
public abstract class NoSocket extends AbstractChannel implements DuplexChannel {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false);

    private final ChannelConfig config = new Config(this);
    private final SocketAddress here;
    private final SocketAddress there;
    private boolean endTold;
    private boolean outputEnded;
    private boolean resets;
    private volatile boolean closed; // others ask, too

    /** One between these addresses, which belongs to the parent if there is one. */
    protected NoSocket(@Nullable Channel parent, SocketAddress here, SocketAddress there) {
        super(parent);
        this.here = here;
        this.there = there;
    }

    /** Knows how a socket is told to break off. */
    private static final class Config extends DefaultChannelConfig {
        private final NoSocket own;

        Config(NoSocket own) {
            super(own);
            this.own = own;
            setAutoRead(false);
            setWriteBufferWaterMark(Listener.WATER_MARKS);
        }

        @Override
        public <T> boolean setOption(ChannelOption<T> option, T value) {
            if (option == ChannelOption.SO_LINGER) {
                own.resets = (Integer) value >= 0;
                return true;
            }
            return super.setOption(option, value);
        }
    }

    /** Tells the peer that nothing more comes; once. */
    protected abstract void endOutput();

    /**
     * It is closed; once.
     *
     * @param breaks whether the peer is to see an error
     */
    protected abstract void end(boolean breaks);

    /** The peer has said that it sends nothing more, and that was told. */
    protected final void inputEnded() {
        endTold = true;
    }

    protected final boolean isOutputEnded() {
        return outputEnded;
    }

    @Override
    protected final void doShutdownOutput() {
        if (!outputEnded) {
            outputEnded = true;
            endOutput();
        }
    }

    @Override
    protected final void doClose() {
        if (!closed) {
            closed = true;
            end(resets);
        }
    }

    @Override
    protected AbstractUnsafe newUnsafe() {
        return new AbstractUnsafe() {
            @Override
            public void connect(SocketAddress remote, SocketAddress local, ChannelPromise promise) {
                promise.setFailure(new UnsupportedOperationException("it is connected"));
            }
        };
    }

    @Override
    protected boolean isCompatible(EventLoop loop) {
        return true;
    }

    @Override
    protected SocketAddress localAddress0() {
        return here;
    }

    @Override
    protected SocketAddress remoteAddress0() {
        return there;
    }

    @Override
    protected void doBind(SocketAddress local) {
        throw new UnsupportedOperationException("it has its address");
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
