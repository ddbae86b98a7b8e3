package dev.weir.net.websocket;

import dev.weir.net.dial.Dial;
import dev.weir.net.dial.DialFailure;
import dev.weir.net.http.Headers;
import dev.weir.net.http.client.ClientException;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.Elements;
import dev.weir.net.http.wire.Http2Head;
import dev.weir.net.http.wire.MessageWriter;
import dev.weir.net.http.wire.StatusHead;
import dev.weir.net.http.wire.StatusParser;
import dev.weir.net.http.wire.StreamWindow;
import dev.weir.net.http.wire.Tunnel;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Received;
import dev.weir.net.tls.TlsFailure;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A client's half of the handshake (RFC 6455 section 4.1). */
final class ClientHandshake extends ChannelInboundHandlerAdapter {
    private static final int KEY_BYTES = 16;
    private static final int SWITCHING = 101;
    private static final int OK = 200;
    static final int MAX_HEAD_BYTES = 16 * 1024;
    private static final int MAX_FIELDS = 100;
    private static final int MOST_INTERIM = 32;

    /**
     * What to ask for.
     *
     * @param fields besides those of the handshake
     * @param http2 whether over HTTP/2, if the server speaks it
     */
    record Upgrade(Target target, Headers fields, WebSocketOptions options, boolean http2) {}

    /**
     * Who waits for the WebSocket.
     *
     * @param failed called if there is none
     * @param again begins anew, without HTTP/2
     * @param use what it is for
     */
    record HandshakeCaller(
            Upgrade ask, Consumer<? super ClientException> failed, Runnable again, Function<Handshaken, Use> use)
            implements Dial.Caller {
        @Override
        public void opened(Dial dial, Channel channel, LoopShare share, @Nullable String protocol) {
            boolean http2 = ask.http2() && (!ask.target().secure() || "h2".equals(protocol));
            if (http2) {
                TunnelOpener.open(channel, share, dial, this);
                return;
            }
            ClientHandshake handshake = new ClientHandshake(channel, share, dial, this, false);
            channel.pipeline().addLast(handshake);
            handshake.begin();
        }

        @Override
        public void failed(DialFailure failure) {
            Reason reason = failure.insecure() ? Reason.TLS : Reason.CONNECT;
            failed.accept(new ClientException(reason, ask.target() + ": " + failure.text(), failure.cause()));
        }

        ClientException closed() {
            return failure(Reason.CLOSED, "the server closed the connection before it answered", null);
        }

        ClientException broken(Throwable cause) {
            if (!(cause instanceof DecoderException || cause instanceof SSLException)) {
                return failure(Reason.CLOSED, "the connection failed (" + cause.getMessage() + ")", cause);
            }
            String authority = ask.target().authority();
            TlsFailure known = TlsFailure.of(cause, authority);
            return failure(Reason.TLS, "no secure connection to " + authority + ": " + known.text(), known.cause());
        }

        private ClientException failure(Reason reason, String what, @Nullable Throwable cause) {
            return new ClientException(reason, ask.target() + ": " + what, cause);
        }
    }

    private final Channel channel;
    private final LoopShare share;
    private final Dial dial;
    private final HandshakeCaller opening;
    private final Upgrade ask;
    private final Received received;
    private final Output out;
    private final StatusParser parser = new StatusParser(MAX_HEAD_BYTES, MAX_FIELDS);
    private final String key = Base64.getEncoder().encodeToString(Masks.random(KEY_BYTES));
    private final boolean http2; // then the channel is that of a stream
    private int interims;
    private boolean ended; // by the server, the stream
    private boolean over;

    ClientHandshake(Channel channel, LoopShare share, Dial dial, HandshakeCaller opening, boolean http2) {
        this.channel = channel;
        this.share = share;
        this.dial = dial;
        this.opening = opening;
        this.ask = opening.ask();
        this.http2 = http2;
        this.received = new Received(share);
        this.out = new Output(channel, share);
    }

    void begin() {
        if (http2) {
            Http2Headers head = new DefaultHttp2Headers()
                    .method("CONNECT")
                    .scheme(ask.target().secure() ? "https" : "http")
                    .authority(ask.target().authority())
                    .path(ask.target().path())
                    .set(Http2Headers.PseudoHeaderName.PROTOCOL.value(), "websocket");
            fields().forEach(field -> head.add(field.name().toLowerCase(Locale.ROOT), field.value()));
            channel.writeAndFlush(new DefaultHttp2HeadersFrame(head)).addListener(sent -> unsent(sent.cause()));
            return;
        }
        out.latin1("GET " + ask.target().path() + " HTTP/1.1\r\n");
        Headers upgrade = Headers.of("Host", ask.target().authority(), "Upgrade", "websocket", "Connection", "Upgrade");
        upgrade.and(ServerHandshake.KEY, key).forEach(field -> MessageWriter.field(out, field.name(), field.value()));
        fields().forEach(field -> MessageWriter.field(out, field.name(), field.value()));
        out.crlf();
        out.flush();
        channel.read();
        if (!channel.isActive()) { // it was closed before this could hear of it
            fail(opening.closed());
        }
    }

    private void unsent(@Nullable Throwable cause) {
        if (cause instanceof Http2Exception.HeaderListSizeException) {
            fail(opening.failure(Reason.TOO_LARGE, "the request's head is larger than the server takes", null));
        }
    }

    private Headers fields() {
        Headers fields = ask.fields().and(ServerHandshake.VERSION, ServerHandshake.VERSION_13);
        if (!ask.options().protocols.isEmpty()) {
            fields = fields.and(ServerHandshake.PROTOCOL, String.join(", ", ask.options().protocols));
        }
        return ask.options().compression == MessageCompression.OFF
                ? fields
                : fields.and(ServerHandshake.EXTENSIONS, Deflate.offer(ask.options().compression));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (message instanceof ByteBuf buffer) {
                received.append(buffer);
            } else if (message instanceof Http2HeadersFrame head) {
                ended = head.isEndStream();
                understand(() -> Http2Head.response(head.headers(), MAX_FIELDS));
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    /** Reads a head, which may not be all there. */
    @FunctionalInterface
    private interface HeadReading {
        @Nullable
        StatusHead head() throws BadRequest;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (!http2) {
            understand(() -> parser.next(received));
        }
    }

    private void understand(HeadReading reading) {
        if (over) {
            return;
        }
        try {
            StatusHead reply = answer(reading);
            if (reply == null) {
                channel.read();
            } else {
                goOn(agreed(reply));
            }
        } catch (HandshakeException refused) {
            fail(refused);
        } catch (BadRequest malformed) {
            fail(opening.failure(Reason.PROTOCOL, "the server's answer is malformed: " + malformed.detail(), null));
        }
    }

    /** The answer behind those that are not the last one; null if it has not come. */
    private @Nullable StatusHead answer(HeadReading reading) throws BadRequest {
        StatusHead reply = reading.head();
        while (reply != null && reply.isInterim() && reply.status() != SWITCHING) {
            if (++interims > MOST_INTERIM) {
                throw new BadRequest("more than " + MOST_INTERIM + " answers come before the last one");
            }
            reply = http2 ? null : reading.head();
        }
        if (reply == null && ended) {
            throw new BadRequest("it ends before the last one");
        }
        return reply;
    }

    private void goOn(Handshaken agreed) {
        over = true;
        if (!dial.complete()) {
            received.clear();
        } else {
            Use use = opening.use().apply(agreed);
            var socket = new SocketHandler(channel, share, received, out, false, agreed, ask.options(), use);
            if (http2) {
                Tunnel.open(channel, new StreamWindow(channel), socket);
                channel.pipeline().remove(this);
            } else {
                channel.pipeline().replace(this, null, socket);
            }
        }
    }

    private Handshaken agreed(StatusHead reply) {
        Headers headers = Headers.of(reply.fields());
        if (http2) {
            check(reply, reply.status() == OK, "answered with status " + reply.status() + " instead of 200");
            check(reply, !ended, "ended the stream with its answer");
            return new Handshaken(headers, protocol(reply, headers), deflate(reply, headers));
        }
        check(reply, !reply.http10(), "answered in HTTP/1.0");
        check(reply, reply.status() == SWITCHING, "answered with status " + reply.status() + " instead of 101");
        check(reply, Elements.have(headers.all("Upgrade"), "websocket"), "did not upgrade to a WebSocket");
        check(reply, Elements.have(headers.all("Connection"), "upgrade"), "did not upgrade the connection");
        boolean proven = headers.all(ServerHandshake.ACCEPT).equals(List.of(ServerHandshake.accept(key)));
        check(reply, proven, "did not prove that it speaks WebSocket: " + ServerHandshake.ACCEPT + " is wrong");
        return new Handshaken(headers, protocol(reply, headers), deflate(reply, headers));
    }

    private @Nullable String protocol(StatusHead reply, Headers headers) {
        List<String> chosen = headers.all(ServerHandshake.PROTOCOL);
        boolean offered = chosen.isEmpty()
                || (chosen.size() == 1 && ask.options().protocols.contains(chosen.getFirst()));
        check(reply, offered, "chose a subprotocol that was not offered: " + chosen);
        return chosen.isEmpty() ? null : chosen.getFirst();
    }

    private @Nullable Deflate deflate(StatusHead reply, Headers headers) {
        try {
            return Deflate.agree(headers.all(ServerHandshake.EXTENSIONS), ask.options().compression);
        } catch (IllegalArgumentException notOffered) {
            throw new HandshakeException(reply.status(), ask.target() + ": " + notOffered.getMessage());
        }
    }

    private void check(StatusHead reply, boolean right, String wrong) {
        if (!right) {
            throw new HandshakeException(reply.status(), ask.target() + ": the server " + wrong);
        }
    }

    private void fail(ClientException failure) {
        if (!over) {
            over = true;
            received.clear();
            dial.fail(() -> opening.failed().accept(failure));
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE || event instanceof Http2ResetFrame) {
            channel.close();
        } else if (event instanceof SslCloseCompletionEvent said && said.isSuccess() && !http2) {
            channel.eventLoop().execute(channel::close); // an answer that came before is understood first
        }
        ReferenceCountUtil.release(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        out.discard();
        fail(opening.closed());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(opening.broken(cause));
    }
}
