package dev.weir.net.http.content;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Undoes gzip (RFC 1952), of one member or several. */
final class GzipDecoder implements Decoder {
    private static final byte[] NOTHING = {};
    private static final int STATE = 10 * 1024;
    private static final int WINDOW = 32 * 1024;

    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private GzipFrame frame = new GzipFrame();

    @Override
    public int decode(ByteBuffer in, byte[] room) {
        int count = 0;
        boolean more = true;
        while (more && count == 0) {
            if (frame.isOver() && in.hasRemaining()) {
                nextMember();
            }
            boolean open = frame.header(in) && !frame.isOver();
            count = open ? inflate(in, room) : 0;
            more = frame.isOver() && in.hasRemaining();
        }
        return count;
    }

    private void nextMember() {
        frame = new GzipFrame();
        inflater.reset();
        checksum.reset();
    }

    private int inflate(ByteBuffer in, byte[] room) {
        int count = inflate(inflater, in, room);
        checksum.update(room, 0, count);
        if (inflater.finished()) {
            frame.trailer(in, checksum.getValue(), inflater.getBytesWritten());
        }
        return count;
    }

    static int inflate(Inflater inflater, ByteBuffer in, byte[] room) {
        try {
            inflater.setInput(in);
            int count = inflater.inflate(room);
            if (inflater.needsDictionary()) {
                throw new Undecodable("it needs a dictionary");
            }
            return count;
        } catch (DataFormatException wrong) {
            throw new Undecodable("it is not what its coding says");
        } finally {
            inflater.setInput(NOTHING); // or a piece would be kept until the next one
        }
    }

    @Override
    public long held(long made) {
        return inflaterHeld(made);
    }

    /** Of zlib. */
    static long inflaterHeld(long made) {
        return STATE + Math.min(made, WINDOW);
    }

    @Override
    public boolean isComplete() {
        return frame.isOver();
    }

    @Override
    public void close() {
        inflater.end();
    }
}
