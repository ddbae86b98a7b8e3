package dev.weir.net.http.content;

import com.aayushatharva.brotli4j.decoder.DecoderJNI;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Undoes brotli (RFC 7932), by brotli4j. */
final class BrotliDecoder implements Decoder {
    private static final int CHUNK = 8 * 1024;
    private static final int WINDOW = 1 << 24; // that RFC 7932 allows
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final DecoderJNI.Wrapper decoder;
    private ByteBuffer made = NOTHING; // the library's memory, until it is called again

    BrotliDecoder() {
        try {
            decoder = new DecoderJNI.Wrapper(CHUNK);
        } catch (IOException noMemory) {
            throw new UncheckedIOException(noMemory);
        }
    }

    @Override
    public int decode(ByteBuffer in, byte[] room) {
        int count = 0;
        while (count < room.length) {
            if (made.hasRemaining()) {
                int more = Math.min(made.remaining(), room.length - count);
                made.get(room, count, more);
                count += more;
            } else if (decoder.hasOutput()) {
                made = decoder.pull();
            } else if ((count > 0 && isWrong(in)) || !advance(in)) {
                break; // what is wrong is told by the next call, behind what came before
            }
        }
        return count;
    }

    private boolean isWrong(ByteBuffer in) {
        DecoderJNI.Status status = decoder.getStatus();
        return status == DecoderJNI.Status.ERROR || (status == DecoderJNI.Status.DONE && in.hasRemaining());
    }

    /** False if nothing more is to be had of what came in. */
    private boolean advance(ByteBuffer in) {
        switch (decoder.getStatus()) {
            case OK, NEEDS_MORE_OUTPUT -> decoder.push(0);
            case NEEDS_MORE_INPUT -> {
                if (!in.hasRemaining()) { // brotli 1.2.0 says so, too, where its window is full and there is more to
                    // give
                    decoder.push(0);
                    return decoder.hasOutput() || decoder.getStatus() != DecoderJNI.Status.NEEDS_MORE_INPUT;
                }
                push(in);
            }
            case DONE -> {
                if (in.hasRemaining()) {
                    throw new Undecodable("something follows its end");
                }
                return false;
            }
            case ERROR -> throw new Undecodable("it is not what its coding says");
        }
        return true;
    }

    private void push(ByteBuffer in) {
        ByteBuffer input = decoder.getInputBuffer();
        int count = Math.min(in.remaining(), input.capacity());
        input.clear();
        input.put(in.slice(in.position(), count));
        in.position(in.position() + count);
        decoder.push(count);
    }

    @Override
    public long held(long made) {
        return 2 * CHUNK + Math.min(made, WINDOW);
    }

    @Override
    public boolean isComplete() {
        return !made.hasRemaining() && !decoder.hasOutput() && decoder.getStatus() == DecoderJNI.Status.DONE;
    }

    @Override
    public void close() {
        decoder.destroy();
    }
}
