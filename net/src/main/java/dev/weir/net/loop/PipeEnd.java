package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One end of a {@link Pipe}, which behaves as a socket does: it is read when it is asked to, and holds so much. */
final class PipeEnd extends NoSocket {
    private static final int ROOM = 64 * 1024; // what a kernel holds
    private static final SocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final boolean halfClosure;
    private final ArrayDeque<ByteBuf> arrived = new ArrayDeque<>();
    private @Nullable PipeEnd other;
    private int waiting; // bytes of what has arrived
    private boolean asked;
    private boolean ended; // the other end sends nothing more
    private boolean broken;
    private boolean due;

    /**
     * An end.
     *
     * @param halfClosure whether it may send when the other one sends nothing more; if not, it is closed then
     */
    PipeEnd(boolean halfClosure) {
        super(null, HERE, HERE);
        this.halfClosure = halfClosure;
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
            eventLoop().execute(() -> {
                due = false;
                give();
            });
            due = true; // as that has not thrown
        }
    }

    private void give() {
        if (!isOpen()) {
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
        } else if (asked && ended && !isInputShutdown()) {
            inputEnded();
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
        if (isOpen()) {
            unsafe().flush();
        }
    }

    private void ended(boolean breaks) {
        ended = true;
        broken |= breaks;
        if (isOpen()) {
            soon();
        }
    }

    // ------------------------------------------------------------ what is sent

    @Override
    protected void doWrite(ChannelOutboundBuffer in) throws IOException {
        PipeEnd to = other();
        for (Object next = in.current(); next != null; next = in.current()) {
            ByteBuf bytes = (ByteBuf) next;
            if (bytes.isReadable() && (!to.isOpen() || isOutputEnded())) {
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
    protected void endOutput() {
        other().ended(false);
    }

    @Override
    protected void end(boolean breaks) {
        boolean lost = breaks || !arrived.isEmpty(); // as a kernel tells who sent what nobody has read
        arrived.forEach(ByteBuf::release);
        arrived.clear();
        other().ended(lost);
    }
}
