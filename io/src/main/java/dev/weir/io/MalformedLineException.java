package dev.weir.io;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;

/** A line is not in the charset that the file should be in. */
public final class MalformedLineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedLineException(String file, long offset, Charset charset, CharacterCodingException why) {
        super(
                "the line at byte " + offset + " of " + file + " is not " + charset + " (" + why.getMessage()
                        + "): say withCharset(..), or read bytes()",
                why);
    }
}
