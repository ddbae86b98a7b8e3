package dev.weir.lab.servers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpChunkedInput;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.stream.ChunkedInput;
import io.netty.handler.stream.ChunkedWriteHandler;
import java.nio.file.Path;

/** Large bodies by Netty: a file goes from the disk's cache to the socket in the kernel. */
final class NettyBody implements Server {
    private static final int MAX_REQUEST = 64 * 1024;

    @Override
    public void start(Setup setup) throws InterruptedException {
        NettyListener.listen(
                setup,
                pipeline -> pipeline.addLast(new HttpServerCodec())
                        .addLast(new HttpObjectAggregator(MAX_REQUEST))
                        .addLast(new ChunkedWriteHandler())
                        .addLast(new Handler(setup.file(), setup.size())));
    }

    private static final class Handler extends SimpleChannelInboundHandler<FullHttpRequest> {
        private final Path file;
        private final long size;

        Handler(Path file, long size) {
            this.file = file;
            this.size = size;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
            HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, Bodies.TYPE);
            if (Bodies.isFile(request.uri())) {
                response.headers().set(HttpHeaderNames.CONTENT_LENGTH, size);
                ctx.write(response);
                ctx.write(new DefaultFileRegion(file.toFile(), 0, size));
                ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
            } else {
                response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
                ctx.write(response);
                ctx.writeAndFlush(new HttpChunkedInput(new Generated(size)));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    private static final class Generated implements ChunkedInput<ByteBuf> {
        private final long size;
        private long made;

        Generated(long size) {
            this.size = size;
        }

        @Override
        public boolean isEndOfInput() {
            return made == size;
        }

        @Override
        public void close() {}

        @Override
        @SuppressWarnings("deprecation") // it is part of the interface
        public ByteBuf readChunk(ChannelHandlerContext ctx) {
            return readChunk(ctx.alloc());
        }

        @Override
        public ByteBuf readChunk(ByteBufAllocator allocator) {
            byte[] piece = Bodies.piece(size - made);
            made += piece.length;
            return Unpooled.wrappedBuffer(piece);
        }

        @Override
        public long length() {
            return size;
        }

        @Override
        public long progress() {
            return made;
        }
    }
}
