package dev.weir.net.websocket;

import dev.weir.net.dial.Dial;
import dev.weir.net.dial.DialFailure;
import dev.weir.net.http.Headers;
import dev.weir.net.http.client.ClientException;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.StatusHead;
import dev.weir.net.http.wire.StatusParser;
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
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A client's half of the handshake (RFC 6455 section 4.1). */
final class ClientHandshake extends ChannelInboundHandlerAdapter {
    private static final int KEY_BYTES = 16;
    private static final int SWITCHING = 101;
    private static final int MAX_HEAD_BYTES = 16 * 1024;
    private static final int MAX_FIELDS = 100;

    /**
     * What to ask for.
     *
     * @param fields besides those of the handshake
     */
    record Ask(Target target, Headers fields, WebSocketOptions options) {}

    /**
     * Who waits for the WebSocket.
     *
     * @param failed called if there is none
     * @param use what it is for
     */
    record Opening(Ask ask, Consumer<? super ClientException> failed, Function<Handshaken, Use> use)
            implements Dial.Caller {
        @Override
        public void opened(Dial dial, Channel channel, LoopShare share, @Nullable String protocol) {
            ClientHandshake handshake = new ClientHandshake(channel, share, dial, this);
            channel.pipeline().addLast(handshake);
            handshake.begin();
        }

        @Override
        public void failed(DialFailure failure) {
            Reason reason = failure.insecure() ? Reason.TLS : Reason.CONNECT;
            failed.accept(new ClientException(reason, ask.target() + ": " + failure.text(), failure.cause()));
        }
    }

    private final Channel channel;
    private final LoopShare share;
    private final Dial dial;
    private final Opening opening;
    private final Ask ask;
    private final Received received;
    private final Output out;
    private final StatusParser parser = new StatusParser(MAX_HEAD_BYTES, MAX_FIELDS);
    private final String key = Base64.getEncoder().encodeToString(Masks.random(KEY_BYTES));
    private boolean over;

    private ClientHandshake(Channel channel, LoopShare share, Dial dial, Opening opening) {
        this.channel = channel;
        this.share = share;
        this.dial = dial;
        this.opening = opening;
        this.ask = opening.ask();
        this.received = new Received(share);
        this.out = new Output(channel, share);
    }

    private void begin() {
        out.latin1("GET " + ask.target().path() + " HTTP/1.1\r\n");
        field("Host", ask.target().authority());
        field("Upgrade", "websocket");
        field("Connection", "Upgrade");
        field(ServerHandshake.KEY, key);
        field(ServerHandshake.VERSION, ServerHandshake.VERSION_13);
        if (!ask.options().protocols.isEmpty()) {
            field(ServerHandshake.PROTOCOL, String.join(", ", ask.options().protocols));
        }
        if (ask.options().compression != MessageCompression.OFF) {
            field(ServerHandshake.EXTENSIONS, Deflate.offer(ask.options().compression));
        }
        ask.fields().forEach(field -> field(field.name(), field.value()));
        out.crlf();
        out.flush();
        channel.read();
    }

    private void field(String name, String value) {
        out.latin1(name + ": " + value);
        out.crlf();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf buffer = (ByteBuf) message;
        try {
            received.append(buffer);
        } finally {
            buffer.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (over) {
            return;
        }
        try {
            StatusHead reply = parser.next(received);
            if (reply == null) {
                channel.read();
            } else {
                goOn(agreed(reply));
            }
        } catch (HandshakeException refused) {
            fail(refused);
        } catch (BadRequest malformed) {
            fail(Reason.PROTOCOL, "the server's answer is malformed: " + malformed.detail(), null);
        }
    }

    private void goOn(Handshaken agreed) {
        over = true;
        if (!dial.complete()) {
            received.clear();
        } else {
            Use use = opening.use().apply(agreed);
            channel.pipeline()
                    .replace(
                            this,
                            null,
                            new SocketHandler(channel, share, received, out, false, agreed, ask.options(), use));
        }
    }

    private Handshaken agreed(StatusHead reply) {
        Headers headers = Headers.of(reply.fields());
        check(reply, !reply.http10(), "answered in HTTP/1.0");
        check(reply, reply.status() == SWITCHING, "answered with status " + reply.status() + " instead of 101");
        check(reply, Tokens.has(headers.all("Upgrade"), "websocket"), "did not upgrade to a WebSocket");
        check(reply, Tokens.has(headers.all("Connection"), "upgrade"), "did not upgrade the connection");
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

    private void fail(Reason reason, String what, @Nullable Throwable cause) {
        fail(new ClientException(reason, ask.target() + ": " + what, cause));
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
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            channel.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        out.discard();
        fail(Reason.CLOSED, "the server closed the connection before it answered", null);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof DecoderException || cause instanceof SSLException) {
            TlsFailure failure = TlsFailure.of(cause, ask.target().authority());
            fail(
                    Reason.TLS,
                    "no secure connection to " + ask.target().authority() + ": " + failure.text(),
                    failure.cause());
        } else {
            fail(Reason.CLOSED, "the connection failed (" + cause.getMessage() + ")", cause);
        }
    }
}
