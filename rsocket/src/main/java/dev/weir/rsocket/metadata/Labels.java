package dev.weir.rsocket.metadata;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names in one byte if both sides know them, else in ASCII after a byte with their length less one; and texts. */
final class Labels {
    /** So many entries, tags or types are read: more of them than anybody sends, few enough to keep. */
    static final int MOST_PARTS = 256;

    private static final int KNOWN = 0x80;
    private static final int LONGEST = 128;

    private final String what;
    private final @Nullable String[] names;
    private final Map<String, Integer> ids;

    /**
     * A table of names.
     *
     * @param what they name, for messages
     */
    Labels(String what, Map<String, Integer> ids) {
        this.what = what;
        this.ids = ids;
        this.names = new String[KNOWN];
        ids.forEach((name, id) -> names[id] = name);
    }

    /** Refuses a name that can't be written. */
    String check(String name) {
        boolean ascii = name.chars().allMatch(c -> c >= ' ' && c < 0x7f);
        if (name.isEmpty() || name.length() > LONGEST || !ascii) {
            throw new IllegalArgumentException(
                    what + " has 1 to " + LONGEST + " printable characters of ASCII, not \"" + name + "\"");
        }
        return name;
    }

    /** The name that comes next, null if both sides should know it and we don't. */
    @Nullable
    String read(ByteBuffer in) {
        int first = octet(in, what);
        if ((first & KNOWN) != 0) {
            return names[first & ~KNOWN];
        }
        ByteBuffer name = take(in, first + 1, what);
        for (int i = name.position(); i < name.limit(); i++) {
            if (name.get(i) < ' ' || name.get(i) == 0x7f) { // what is no ASCII is negative
                throw new MetadataException("the metadata's " + what + " is no printable ASCII");
            }
        }
        return StandardCharsets.ISO_8859_1.decode(name).toString();
    }

    /** As {@link #read}; one that we don't know is malformed. */
    String readKnown(ByteBuffer in) {
        int first = in.hasRemaining() ? in.get(in.position()) & ~KNOWN & 0xff : 0;
        String name = read(in);
        if (name == null) {
            throw new MetadataException("the metadata's " + what + " with the number " + first + " is not known here");
        }
        return name;
    }

    void write(String name, ByteArrayOutputStream out) {
        Integer id = ids.get(name);
        if (id != null) {
            out.write(KNOWN | id);
        } else {
            out.write(name.length() - 1);
            out.writeBytes(name.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    /** The next byte, from 0 to 255. */
    static int octet(ByteBuffer in, String what) {
        return take(in, 1, what).get() & 0xff;
    }

    /** The next bytes, as a view. */
    static ByteBuffer take(ByteBuffer in, int count, String what) {
        if (count > in.remaining()) {
            throw new MetadataException("the metadata ends within its " + what + ": " + count + " bytes are to come, "
                    + in.remaining() + " are there");
        }
        ByteBuffer taken = in.slice(in.position(), count);
        in.position(in.position() + count);
        return taken;
    }

    /** All that remains, as a text. */
    static String text(ByteBuffer in, String what) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(in).toString();
        } catch (CharacterCodingException malformed) {
            throw new MetadataException("the metadata's " + what + " is not UTF-8");
        }
    }

    /** A text as bytes; refused if those are too many, or it is half of a character. */
    static byte[] utf8(String text, int most, String what) {
        ByteBuffer bytes;
        try {
            bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        } catch (CharacterCodingException malformed) {
            throw new IllegalArgumentException(what + " has half of a character, an unpaired surrogate");
        }
        if (bytes.remaining() > most) {
            throw new IllegalArgumentException(
                    what + " has " + bytes.remaining() + " bytes in UTF-8, and may have " + most);
        }
        byte[] exact = new byte[bytes.remaining()];
        bytes.get(exact);
        return exact;
    }

    /** Refuses another part when there are as many as are read. */
    static void more(int parts, String what) {
        if (parts == MOST_PARTS) {
            throw new MetadataException("the metadata has more than " + MOST_PARTS + " " + what);
        }
    }
}
