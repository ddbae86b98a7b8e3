package dev.weir.rsocket.engine;

import dev.weir.net.link.Frame;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.frame.FrameType;
import java.util.regex.Pattern;

/**
 * What an ERROR says. The peer has written the text, which goes into logs and is kept as long as its failure: so it has no more
 * than what we send of one ourselves, in one line.
 */
final class PeerError {
    static final int LONGEST = 4096;

    private static final int FROM = FrameType.HEAD + Integer.BYTES;
    private static final int MOST_OF_A_CHAR = 3;
    private static final Pattern SPACES = Pattern.compile("[\\s\\x85\\u2028\\u2029]");
    private static final Pattern UNPRINTABLE = Pattern.compile("\\p{Cc}");

    private PeerError() {}

    /** Whether it has a code. */
    static boolean isWhole(Frame frame) {
        return frame.length() >= FROM;
    }

    static RSocketException of(Frame frame) {
        int read = Math.min(frame.length() - FROM, MOST_OF_A_CHAR * (LONGEST + 1));
        return RSocketException.of(frame.int32(FrameType.HEAD), inOneLine(cut(frame.text(FROM, read))));
    }

    private static String cut(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST);
    }

    private static String inOneLine(String text) {
        return UNPRINTABLE.matcher(SPACES.matcher(text).replaceAll(" ")).replaceAll("?");
    }
}
