package dev.weir.rsocket.metadata;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several parts of metadata, each with its type, in order ({@code Extensions/CompositeMetadata.md}). Parts whose type is a
 * number that is not known here are left out when they are read; a type may come more than once.
 */
public final class CompositeMetadata implements Metadata {
    public static final String TYPE = "message/x.rsocket.composite-metadata.v0";

    private static final int LONGEST_PART = 0xffffff;

    private final List<Metadata> parts;

    private CompositeMetadata(List<Metadata> parts) {
        this.parts = parts;
    }

    /** These parts, in this order. */
    public static CompositeMetadata of(Metadata... parts) {
        if (parts.length > Labels.MOST_PARTS) {
            throw new IllegalArgumentException(
                    parts.length + " parts are too many: at most " + Labels.MOST_PARTS + " are read");
        }
        return new CompositeMetadata(List.of(parts));
    }

    /** The parts, as views of the buffer. */
    public static CompositeMetadata read(ByteBuffer bytes) {
        ByteBuffer in = bytes.slice();
        List<Metadata> parts = new ArrayList<>();
        for (int count = 0; in.hasRemaining(); count++) {
            Labels.more(count, "parts");
            String type = MimeTypes.LABELS.read(in);
            int length =
                    Labels.octet(in, "length") << 16 | Labels.octet(in, "length") << 8 | Labels.octet(in, "length");
            ByteBuffer content = Labels.take(in, length, "part");
            if (type != null) {
                parts.add(new Part(type, content));
            }
        }
        return new CompositeMetadata(List.copyOf(parts));
    }

    public List<Metadata> parts() {
        return parts;
    }

    /** The first part of that type, or null: {@code find(Routing.TYPE, Routing::read)}. */
    public <M> @Nullable M find(String type, Reader<? extends M> reader) {
        for (Metadata part : parts) {
            if (part.type().equals(type)) {
                return reader.read(part.bytes());
            }
        }
        return null;
    }

    /** All parts of that type. */
    public <M> List<M> all(String type, Reader<? extends M> reader) {
        List<M> found = new ArrayList<>();
        for (Metadata part : parts) {
            if (part.type().equals(type)) {
                found.add(reader.read(part.bytes()));
            }
        }
        return List.copyOf(found);
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public ByteBuffer bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Metadata part : parts) {
            MimeTypes.LABELS.write(MimeTypes.LABELS.check(part.type()), out);
            ByteBuffer content = part.bytes();
            int length = content.remaining();
            if (length > LONGEST_PART) {
                throw new IllegalArgumentException(
                        "a part of " + length + " bytes is too long: at most " + LONGEST_PART);
            }
            out.write(length >>> 16);
            out.write(length >>> 8);
            out.write(length);
            byte[] copy = new byte[length];
            content.get(copy);
            out.writeBytes(copy);
        }
        return ByteBuffer.wrap(out.toByteArray());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CompositeMetadata composite && composite.bytes().equals(bytes());
    }

    @Override
    public int hashCode() {
        return bytes().hashCode();
    }

    @Override
    public String toString() {
        return "CompositeMetadata" + parts.stream().map(Metadata::type).toList();
    }

    /** A part whose bytes are as they came. */
    record Part(String type, ByteBuffer content) implements Metadata {
        Part {
            MimeTypes.LABELS.check(type);
            if (content.remaining() > LONGEST_PART) {
                throw new IllegalArgumentException(
                        "a part of " + content.remaining() + " bytes is too long: at most " + LONGEST_PART);
            }
            content = content.slice();
        }

        @Override
        public ByteBuffer bytes() {
            return content.duplicate();
        }
    }
}
