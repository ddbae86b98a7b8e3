package dev.weir.rsocket.metadata;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Whom a request is for, in tags of at most 255 bytes ({@code Extensions/Routing.md}). The first is what others call the
 * route; what the rest mean is between the two sides.
 */
public record Routing(List<String> tags) implements Metadata {
    public static final String TYPE = "message/x.rsocket.routing.v0";

    private static final int LONGEST = 255;

    public Routing {
        tags = List.copyOf(tags);
        if (tags.size() > Labels.MOST_PARTS) {
            throw new IllegalArgumentException(
                    tags.size() + " tags are too many: at most " + Labels.MOST_PARTS + " are read");
        }
        tags.forEach(Routing::encode);
    }

    private static byte[] encode(String tag) {
        return Labels.utf8(tag, LONGEST, "a tag");
    }

    /** To that route, which is the first tag. */
    public static Routing to(String route, String... others) {
        List<String> tags = new ArrayList<>(1 + others.length);
        tags.add(Objects.requireNonNull(route));
        tags.addAll(List.of(others));
        return new Routing(tags);
    }

    public static Routing read(ByteBuffer bytes) {
        ByteBuffer in = bytes.slice();
        List<String> tags = new ArrayList<>(1);
        while (in.hasRemaining()) {
            Labels.more(tags.size(), "tags");
            int length = Labels.octet(in, "length of a tag");
            tags.add(Labels.text(Labels.take(in, length, "tag"), "tag"));
        }
        return new Routing(tags);
    }

    /** The first tag, empty if there is none. */
    public String route() {
        return tags.isEmpty() ? "" : tags.getFirst();
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public ByteBuffer bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String tag : tags) {
            byte[] encoded = encode(tag);
            out.write(encoded.length);
            out.writeBytes(encoded);
        }
        return ByteBuffer.wrap(out.toByteArray());
    }
}
