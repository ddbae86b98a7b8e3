package dev.weir.net.http.server;

import dev.weir.net.loop.Listener;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Output;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Stream;

/** What a stream of HTTP/2 sends as DATA: at once if the windows allow, else as they do. */
final class StreamOutput extends Output {
    private static final byte[] NOTHING = {};

    private final Http2Wire wire;
    private final LoopShare share;
    private final Http2Stream stream;
    private final StreamSide side;
    private final WindowStall stall = new WindowStall();
    private boolean ending; // what is given next is the last
    private boolean closed;
    private boolean full;
    private int waiting; // for the windows

    /** Whose output it is. */
    interface StreamSide {
        /** The last has been sent. */
        void written();

        /** There is room for more, or nothing waits any more. */
        void room();
    }

    StreamOutput(Http2Wire wire, LoopShare share, Http2Stream stream, StreamSide side) {
        super(wire.channel(), share);
        this.wire = wire;
        this.share = share;
        this.stream = stream;
        this.side = side;
    }

    /** Sends what has gathered, and that nothing follows. */
    void end() {
        ending = true;
        hand();
        if (ending) {
            give(NOTHING, 0);
        }
    }

    /** Nothing is sent any more. */
    void close() {
        closed = true;
        discard();
    }

    @Override
    protected void give(byte[] gathered, int length) {
        boolean last = ending;
        ending = false;
        if (closed) {
            return;
        }
        if (!wire.sendNow(stream, gathered, length, last)) {
            queue(wire.channel().alloc().directBuffer(length).writeBytes(gathered, 0, length), last);
        } else if (last) {
            side.written();
        }
    }

    @Override
    protected void give(ByteBuf bytes) {
        if (closed) {
            bytes.release();
        } else {
            queue(bytes, false);
        }
    }

    private void queue(ByteBuf bytes, boolean last) {
        int length = bytes.readableBytes();
        waiting += length;
        full |= waiting > Listener.WATER_MARKS.high();
        settle();
        wire.queue(stream.id(), bytes, last).addListener(done -> taken(length, last && done.isSuccess()));
    }

    private void taken(int length, boolean last) {
        waiting -= length;
        settle();
        if (last) {
            side.written();
        } else if (waiting == 0 || (full && waiting <= Listener.WATER_MARKS.low())) {
            share.loop().execute(this::room); // the codec must not get more while it writes
        }
    }

    private void room() {
        full &= waiting > Listener.WATER_MARKS.low();
        if (!full && !closed) {
            side.room();
        }
    }

    @Override
    public boolean isWritable() {
        return !full;
    }

    @Override
    protected long waiting() {
        return waiting;
    }

    @Override
    protected void soon() {
        wire.flushSoon(this);
    }

    @Override
    protected void send() {
        // with what the connection's other streams send
    }

    @Override
    public boolean isAlone() {
        return false;
    }

    /** The client takes so many bytes more. */
    void windowGiven(int more) {
        stall.given(more);
    }

    /** As {@link WindowStall#initial}. */
    void initialWindow(int more) {
        stall.initial(more);
    }

    @Override
    public long stalledFor(long now) {
        settle();
        return stall.of(isWaiting(), isWaiting() ? wire.window(stream) : 0, now);
    }
}
