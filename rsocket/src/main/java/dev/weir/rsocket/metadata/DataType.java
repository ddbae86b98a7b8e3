package dev.weir.rsocket.metadata;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * The MIME type of a stream's data, where it is another than the connection's ({@code
 * Extensions/PerStreamDataMimeTypesDefinition.md}).
 *
 * @param mimeType 1 to 128 printable characters of ASCII
 */
public record DataType(String mimeType) implements Metadata {
    public static final String TYPE = "message/x.rsocket.mime-type.v0";

    public DataType {
        MimeTypes.LABELS.check(mimeType);
    }

    public static DataType read(ByteBuffer bytes) {
        return new DataType(MimeTypes.LABELS.readKnown(bytes.slice()));
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public ByteBuffer bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MimeTypes.LABELS.write(mimeType, out);
        return ByteBuffer.wrap(out.toByteArray());
    }
}
