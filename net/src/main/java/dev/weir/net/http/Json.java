package dev.weir.net.http;

/** Just enough JSON for a problem's text. */
final class Json {
    private Json() {}

    /** The text as a JSON string, with its quotes. */
    static String string(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> json.append('\\').append(c);
                default -> {
                    if (c < ' ' || (c >= 0x7f && c <= 0x9f) || Character.isSurrogate(c) || c > 0xfff0) {
                        json.append(String.format("\\u%04x", (int) c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        return json.append('"').toString();
    }
}
