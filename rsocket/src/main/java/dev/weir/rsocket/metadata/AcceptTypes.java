package dev.weir.rsocket.metadata;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The MIME types that a requester understands, the best first ({@code Extensions/PerStreamDataMimeTypesDefinition.md}). Those
 * that are numbers not known here are left out when they are read.
 *
 * @param mimeTypes at most 256, each of 1 to 128 printable characters of ASCII
 */
public record AcceptTypes(List<String> mimeTypes) implements Metadata {
    public static final String TYPE = "message/x.rsocket.accept-mime-types.v0";

    public AcceptTypes {
        mimeTypes = List.copyOf(mimeTypes);
        if (mimeTypes.size() > Labels.MOST_PARTS) {
            throw new IllegalArgumentException(
                    mimeTypes.size() + " types are too many: at most " + Labels.MOST_PARTS + " are read");
        }
        mimeTypes.forEach(MimeTypes.LABELS::check);
    }

    public static AcceptTypes of(String... mimeTypes) {
        return new AcceptTypes(List.of(mimeTypes));
    }

    public static AcceptTypes read(ByteBuffer bytes) {
        ByteBuffer in = bytes.slice();
        List<String> types = new ArrayList<>();
        for (int count = 0; in.hasRemaining(); count++) {
            Labels.more(count, "types");
            String type = MimeTypes.LABELS.read(in);
            if (type != null) {
                types.add(type);
            }
        }
        return new AcceptTypes(types);
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public ByteBuffer bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        mimeTypes.forEach(type -> MimeTypes.LABELS.write(type, out));
        return ByteBuffer.wrap(out.toByteArray());
    }
}
