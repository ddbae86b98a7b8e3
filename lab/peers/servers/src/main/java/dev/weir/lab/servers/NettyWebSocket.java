package dev.weir.lab.servers;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;

/** Echoes of texts by Netty. */
final class NettyWebSocket implements Server {
    private static final int MAX_REQUEST = 64 * 1024;

    @Override
    public void start(Setup setup) throws InterruptedException {
        NettyListener.listen(
                setup,
                pipeline -> pipeline.addLast(new HttpServerCodec())
                        .addLast(new HttpObjectAggregator(MAX_REQUEST))
                        .addLast(new WebSocketServerProtocolHandler("/echo"))
                        .addLast(new Handler()));
    }

    private static final class Handler extends SimpleChannelInboundHandler<TextWebSocketFrame> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, TextWebSocketFrame frame) {
            ctx.write(new TextWebSocketFrame(frame.text()));
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
