package dev.weir.net.loop;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a connection sends. Small writes gather in one array and reach the socket together: at the
 * end of the turn in which they were made, or when the array is full.
 */
public class Output implements Progress {
    private static final LoopBuffer TO_SOCKET = new LoopBuffer(LoopShare.SCRATCH);
    private static final byte[] NONE = {};
    private static final int LARGE = LoopShare.SCRATCH / 2;

    private final Channel channel;
    private final LoopShare share;
    private @Nullable Stall stall; // while something waits
    private byte[] gathered = NONE;
    private int size;
    private boolean flushDue;
    private boolean flushComes;
    private long total;
    private int handed; // goes round
    private long counted;

    /** For a channel that takes bytes as they are. */
    public Output(Channel channel, LoopShare share) {
        this.channel = channel;
        this.share = share;
    }

    // ------------------------------------------------------------ how bytes get into the channel

    /** Hands the bytes to the channel. */
    protected void give(ByteBuf bytes) {
        channel.write(bytes, channel.voidPromise());
    }

    /** Hands over what has gathered, which is to be taken or copied now. */
    protected void give(byte[] bytes, int length) {
        give(TO_SOCKET.of(channel.alloc(), length).writeBytes(bytes, 0, length));
    }

    /** How many bytes wait in the channel. */
    protected long waiting() {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        return waiting == null ? 0 : waiting.totalPendingWriteBytes();
    }

    /** Calls {@link #flush} when the loop has done what it is doing now. */
    protected void soon() {
        LoopTurn.of(share.loop()).flushSoon(this::flush);
    }

    /** Sends what has been written, unless that is done for many at once. */
    protected void send() {
        channel.flush();
    }

    /** Whether nobody else writes to the socket. The streams of HTTP/2 share one, and are flushed together. */
    public boolean isAlone() {
        return true;
    }

    // ------------------------------------------------------------ what is written

    LoopShare share() {
        return share;
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    @Override
    public long total() {
        return total;
    }

    public void bytes(byte[] source) {
        bytes(source, 0, source.length);
    }

    public void bytes(byte[] source, int offset, int length) {
        total += length;
        if (length >= LARGE) {
            hand();
            ByteBuf direct = channel.alloc().directBuffer(length);
            write(direct.writeBytes(source, offset, length));
            return;
        }
        room(length);
        System.arraycopy(source, offset, gathered, size, length);
        size += length;
    }

    /** Writes what remains in the buffer, whose position stays. */
    public void bytes(ByteBuffer source) {
        int length = source.remaining();
        if (source.hasArray()) {
            bytes(source.array(), source.arrayOffset() + source.position(), length);
            return;
        }
        total += length;
        if (length >= LARGE) {
            hand();
            write(channel.alloc().directBuffer(length).writeBytes(source.duplicate()));
            return;
        }
        room(length);
        source.get(source.position(), gathered, size, length);
        size += length;
    }

    /** As {@link #bytes(ByteBuffer)}, but what is large and outside the heap goes out as it is: it must not change any more. */
    public void lend(ByteBuffer source) {
        if (source.isDirect() && source.remaining() >= LARGE) {
            total += source.remaining();
            hand();
            write(Unpooled.wrappedBuffer(source));
        } else {
            bytes(source);
        }
    }

    /**
     * Writes a part of a file, which is read now.
     *
     * @throws EOFException if the file ends before
     */
    public void read(FileChannel file, long from, int length) throws IOException {
        hand();
        ByteBuf direct = channel.alloc().directBuffer(length);
        try {
            for (int read = 0; read < length; read = direct.readableBytes()) {
                if (direct.writeBytes(file, from + read, length - read) < 0) {
                    throw new EOFException();
                }
            }
        } catch (IOException failure) {
            direct.release();
            throw failure;
        }
        total += length;
        write(direct);
    }

    /** Whether what is written reaches the socket as it is, so that the kernel can move a {@link #file} there. */
    public boolean movesFiles() {
        return isAlone() && channel.pipeline().get(SslHandler.class) == null;
    }

    /**
     * Sends a part of a file without reading it. Nothing may be written before the end. If it fails the connection
     * is closed.
     *
     * @param file to be closed by the caller, not before the end
     * @param end called when all is sent, or with what prevented it
     */
    public void file(FileChannel file, long from, long length, Consumer<@Nullable Throwable> end) {
        hand();
        DefaultFileRegion region = new DefaultFileRegion(file, from, length);
        region.retain(); // or the file would be closed before the end is told
        channel.write(region).addListener(sent -> {
            total += region.transferred();
            end.accept(sent.cause());
            region.release();
            if (!sent.isSuccess()) {
                channel.close();
            }
        });
        flushSoon();
    }

    /** Writes characters below U+0100, one byte each. */
    @SuppressWarnings("deprecation") // the method that copies Latin-1 without a charset in between
    public void latin1(String text) {
        int length = text.length();
        total += length;
        for (int from = 0; from < length; ) {
            room(1);
            int part = Math.min(length - from, gathered.length - size);
            text.getBytes(from, from + part, gathered, size);
            size += part;
            from += part;
        }
    }

    public void octet(int value) {
        total++;
        room(1);
        gathered[size++] = (byte) value;
    }

    public void crlf() {
        octet('\r');
        octet('\n');
    }

    /** Writes the number in the radix, 10 or 16. */
    public void number(long value, int radix) {
        if (value >= radix) {
            number(value / radix, radix);
        }
        octet(Character.forDigit((int) (value % radix), radix));
    }

    /** Makes room for so many bytes, at most {@link LoopShare#SCRATCH}, so that nothing comes between those that follow. */
    public void room(int length) {
        while (gathered.length - size < length) {
            if (size + length > LoopShare.SCRATCH) {
                hand();
            }
            byte[] larger = share.beginGathering(this, size + length); // others may hand over, and do so to this one
            if (larger.length - size < length) {
                share.endGathering(this, larger);
                continue;
            }
            byte[] begun = gathered;
            System.arraycopy(begun, 0, larger, 0, size);
            gathered = larger;
            if (begun != NONE) {
                share.endGathering(this, begun);
            }
        }
    }

    /** Hands the channel what has gathered. */
    public void hand() {
        byte[] bytes = gathered;
        int length = size;
        gathered = NONE;
        size = 0;
        if (length > 0 && channel.isActive()) {
            handed++;
            give(bytes, length);
        }
        if (bytes != NONE) {
            share.endGathering(this, bytes);
        }
    }

    private void write(ByteBuf buffer) {
        if (channel.isActive()) {
            handed++;
            give(buffer);
        } else {
            buffer.release();
        }
    }

    /** Whoever says this flushes at the end of what the loop is doing now, so that no task has to be queued for it. */
    public void willFlush() {
        flushComes = true;
    }

    /** Sends what has gathered when the loop has done what it is doing now. */
    public void flushSoon() {
        if (!flushDue && !flushComes) {
            soon();
            flushDue = true; // as that has not thrown
        }
    }

    /** Sends what has gathered. */
    public void flush() {
        flushDue = false;
        flushComes = false;
        hand();
        if (channel.isActive()) {
            send();
            settle();
        }
    }

    /** Whether the peer has not taken all that was sent. */
    public boolean isWaiting() {
        return waiting() > 0;
    }

    /** Counts what the peer has not taken. */
    public void settle() {
        long waiting = waiting();
        if (waiting != counted) {
            share.held().add(waiting - counted);
            counted = waiting;
        }
    }

    /** Gives up what has gathered: the channel is closed. */
    public void discard() {
        if (gathered != NONE) {
            share.endGathering(this, gathered);
            gathered = NONE;
            size = 0;
        }
        settle();
    }

    /** See {@link Stall#of}. */
    public long stalledFor(long now) {
        settle();
        if (!isWaiting() && (channel.isWritable() || hasEnded())) { // HTTP/2 keeps what waits elsewhere
            stall = null;
            return 0;
        }
        Stall seen = stall;
        if (seen == null) {
            seen = new Stall();
            stall = seen;
        }
        return seen.of(channel, handed, now);
    }

    /** Whether our half is closed: nothing waits then, and the channel is never called writable again. */
    private boolean hasEnded() {
        return channel instanceof DuplexChannel duplex && duplex.isOutputShutdown();
    }
}
