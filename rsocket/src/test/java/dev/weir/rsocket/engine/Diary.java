package dev.weir.rsocket.engine;

import dev.weir.One;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.Setup;
import dev.weir.rsocket.loop.Acceptor;
import dev.weir.rsocket.loop.Bytes;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** An application that writes down what it hears, and says nothing unless it is told to. */
class Diary implements Acceptor, Responder, StreamListener {
    final List<String> heard = new ArrayList<>();
    LoopConnection connection;

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** What was heard since this was asked before. */
    String take() {
        String all = String.join("; ", heard);
        heard.clear();
        return all;
    }

    static String text(View view) {
        Bytes metadata = view.metadata();
        return (metadata == null ? "" : "[" + metadata.text() + "] ")
                + view.data().text();
    }

    @Override
    public One<Responder> accept(LoopConnection opened, Setup setup) throws Exception {
        connection = opened;
        return One.of(this);
    }

    @Override
    public StreamListener request(LoopConnection of, int stream, Interaction kind, View payload) throws Exception {
        heard.add(stream + " " + kind + " " + text(payload));
        return this;
    }

    @Override
    public void fireAndForget(LoopConnection of, View payload) throws Exception {
        heard.add("FORGET " + text(payload));
    }

    @Override
    public void metadataPush(LoopConnection of, Bytes metadata) throws Exception {
        heard.add("PUSH " + metadata.text());
    }

    @Override
    public void writable(LoopConnection of) {
        heard.add("writable");
    }

    @Override
    public void closed(LoopConnection of, Throwable failure) {
        heard.add("closed " + failure);
    }

    @Override
    public void next(LoopConnection of, int stream, View payload) {
        heard.add(stream + " next " + text(payload));
    }

    @Override
    public void complete(LoopConnection of, int stream) {
        heard.add(stream + " complete");
    }

    @Override
    public void failed(LoopConnection of, int stream, RSocketException failure) {
        heard.add(stream + " failed " + failure.getClass().getSimpleName() + " " + failure.getMessage());
    }

    @Override
    public void demanded(LoopConnection of, int stream) {
        heard.add(stream + " demanded");
    }

    @Override
    public void cancelled(LoopConnection of, int stream) {
        heard.add(stream + " cancelled");
    }
}
