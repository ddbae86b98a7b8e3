package dev.weir.net.http.client;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2SettingsFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannelOption;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A server of HTTP/2 without TLS, made of Netty's parts, whose streams a test answers one by one. */
final class Http2Server implements AutoCloseable {
    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Channel listening;
    private final BlockingQueue<Stream> streams = new LinkedBlockingQueue<>();
    final Queue<Channel> connections = new ConcurrentLinkedQueue<>();

    Http2Server(int maxStreams) {
        listening = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        connections.add(channel);
                        channel.pipeline()
                                .addLast(Http2FrameCodecBuilder.forServer()
                                        .initialSettings(
                                                Http2Settings.defaultSettings().maxConcurrentStreams(maxStreams))
                                        .gracefulShutdownTimeoutMillis(0)
                                        .build())
                                .addLast(new Http2MultiplexHandler(new ChannelInitializer<>() {
                                    @Override
                                    protected void initChannel(Channel stream) {
                                        stream.pipeline().addLast(new Stream());
                                    }
                                }));
                    }
                })
                .bind("127.0.0.1", 0)
                .syncUninterruptibly()
                .channel();
    }

    String url(String target) {
        return "http://127.0.0.1:" + ((InetSocketAddress) listening.localAddress()).getPort() + target;
    }

    /** The next stream whose head has come. */
    Stream next() {
        try {
            Stream stream = streams.poll(120, TimeUnit.SECONDS);
            if (stream == null) {
                throw new AssertionError("no stream came");
            }
            return stream;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    int waiting() {
        return streams.size();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** What a client asked for. */
    final class Stream extends ChannelInboundHandlerAdapter {
        private volatile ChannelHandlerContext ctx;
        volatile Http2Headers head;
        final AtomicLong bytes = new AtomicLong();
        volatile boolean complete;
        volatile long resetBy = -1;
        volatile boolean gone;

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ctx = context;
            if (message instanceof Http2HeadersFrame frame) {
                head = frame.headers();
                complete = frame.isEndStream();
                streams.add(this);
            } else if (message instanceof Http2DataFrame data) {
                bytes.addAndGet(data.content().readableBytes());
                complete = data.isEndStream();
            }
            ReferenceCountUtil.release(message);
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof Http2ResetFrame reset) {
                resetBy = reset.errorCode();
            }
            ReferenceCountUtil.release(event);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            gone = true;
        }

        String path() {
            return head.path().toString();
        }

        Stream head(int status, boolean last, String... fields) {
            Http2Headers headers = new DefaultHttp2Headers(false).status(Integer.toString(status));
            for (int i = 0; i < fields.length; i += 2) {
                headers.add(fields[i], fields[i + 1]);
            }
            ctx.writeAndFlush(new DefaultHttp2HeadersFrame(headers, last));
            return this;
        }

        Stream data(String text, boolean last) {
            ctx.writeAndFlush(new DefaultHttp2DataFrame(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8), last));
            return this;
        }

        void trailer(String name, String value) {
            ctx.writeAndFlush(new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().add(name, value), true));
        }

        void ok(String text) {
            head(200, false, "content-length", Integer.toString(text.length())).data(text, true);
        }

        void reset(Http2Error error) {
            ctx.writeAndFlush(new DefaultHttp2ResetFrame(error));
        }

        /** Says that this stream is the last one that is served, or that it isn't any more. */
        void goAway(boolean served) {
            int id = ((io.netty.handler.codec.http2.Http2StreamChannel) ctx.channel())
                    .stream().id();
            Channel connection = ctx.channel().parent();
            connection
                    .eventLoop()
                    .submit(() -> {
                        var codec = connection.pipeline().get(io.netty.handler.codec.http2.Http2FrameCodec.class);
                        var parent = connection.pipeline().context(codec);
                        codec.goAway(parent, served ? id : id - 2, 0, Unpooled.EMPTY_BUFFER, parent.newPromise());
                        parent.flush();
                    })
                    .syncUninterruptibly(); // no stream that comes from now on is taken
        }

        /** Ends the connection because of an error. */
        void breakOff(Http2Error error, String why) {
            ctx.channel()
                    .parent()
                    .writeAndFlush(
                            new DefaultHttp2GoAwayFrame(error, Unpooled.copiedBuffer(why, StandardCharsets.UTF_8)))
                    .addListener(sent -> ctx.channel().parent().close());
        }

        void settings(long maxStreams) {
            ctx.channel()
                    .parent()
                    .writeAndFlush(new DefaultHttp2SettingsFrame(new Http2Settings().maxConcurrentStreams(maxStreams)));
        }

        /** Gives the client no window any more. */
        void stop() {
            ctx.channel().config().setOption(Http2StreamChannelOption.AUTO_STREAM_FLOW_CONTROL, false);
        }

        /** Whether it takes more, after what was given has been written. */
        boolean isWritable() {
            ctx.executor().submit(() -> {}).syncUninterruptibly();
            return ctx.channel().isWritable();
        }
    }
}
