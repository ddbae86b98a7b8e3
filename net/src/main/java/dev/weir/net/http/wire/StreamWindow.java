package dev.weir.net.http.wire;

import io.netty.channel.Channel;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2StreamChannelOption;

/** Gives the window of a stream of HTTP/2 back as what came is taken; on the event loop. */
public final class StreamWindow {
    /*
     * DATA that nobody reads must cost what the window says. As frames in the queue of the stream's channel, which Netty
     * 4.2.18 would keep, one byte costs some hundred, and the whole of the buffer into which it was read. So each frame is
     * read and copied as it comes, and what stops the peer is that it gets no window for it.
     */
    private final Channel stream;
    private int owed;

    public StreamWindow(Channel stream) {
        this.stream = stream;
    }

    /** Makes a stream's channel read whatever comes, and leave the window to this. */
    public static void configure(Channel stream) {
        stream.config().setAutoRead(true);
        stream.config().setOption(Http2StreamChannelOption.AUTO_STREAM_FLOW_CONTROL, false);
    }

    /** A frame has come. */
    public void came(Http2DataFrame data) {
        owed += data.initialFlowControlledBytes();
    }

    /**
     * Gives back what was taken, which is to be flushed.
     *
     * @param waiting so many bytes were not
     * @return false if it was nothing
     */
    public boolean giveBack(int waiting) {
        int taken = owed - waiting;
        if (taken <= 0 || !stream.isActive()) {
            return false;
        }
        owed = waiting;
        stream.write(new DefaultHttp2WindowUpdateFrame(taken), stream.voidPromise());
        return true;
    }
}
