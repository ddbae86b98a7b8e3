package dev.weir.net.websocket;

import java.nio.charset.StandardCharsets;

/** Text that goes in several pieces, which may end in the middle of a character. */
final class TextEncoder {
    private String left = ""; // half of a character

    /** The bytes of a piece, but for the half of a character at its end. */
    byte[] add(String piece) {
        String text = left + piece;
        boolean half = !text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1));
        int end = half ? text.length() - 1 : text.length();
        left = text.substring(end);
        return text.substring(0, end).getBytes(StandardCharsets.UTF_8);
    }

    /** The bytes of what is left, as there is no more. */
    byte[] rest() {
        byte[] rest = left.getBytes(StandardCharsets.UTF_8);
        left = "";
        return rest;
    }
}
