package dev.weir.lab.servers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.LineBasedFrameDecoder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Lines on Netty: an empty one ends a request. */
final class NettyTcp implements Server {
    private static final int MAX_LINE = 64 * 1024;

    @Override
    public void start(Setup setup) throws InterruptedException {
        NettyListener.listen(
                setup,
                pipeline ->
                        pipeline.addLast(new LineBasedFrameDecoder(MAX_LINE)).addLast(new Handler(setup.work())));
    }

    private static final class Handler extends SimpleChannelInboundHandler<ByteBuf> {
        private static final ByteBuf RESPONSE =
                Unpooled.unreleasableBuffer(Unpooled.directBuffer().writeBytes(Answer.BYTES));

        private final Duration work;

        Handler(Duration work) {
            this.work = work;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ByteBuf line) {
            if (line.isReadable()) {
                return;
            }
            if (work.isZero()) {
                ctx.write(RESPONSE.duplicate());
            } else {
                ctx.executor()
                        .schedule(
                                () -> ctx.writeAndFlush(RESPONSE.duplicate()), work.toMillis(), TimeUnit.MILLISECONDS);
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
