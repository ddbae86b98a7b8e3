package dev.weir.testkit;

/**
 * One sign of a marble string.
 *
 * @param at nanoseconds since the subscription, negative before it
 * @param text an item's name, or a request's amount
 */
record Mark(long at, Kind kind, String text) {
    /** What a sign means. */
    enum Kind {
        ITEM,
        COMPLETE,
        FAIL,
        SUBSCRIBE,
        CANCEL,
        REQUEST;

        boolean ends() {
            return this == COMPLETE || this == FAIL;
        }
    }

    static Mark item(long at, String name) {
        return new Mark(at, Kind.ITEM, name);
    }

    static Mark request(long at, long n) {
        return new Mark(at, Kind.REQUEST, n == Long.MAX_VALUE ? "*" : Long.toString(n));
    }

    static Mark of(long at, Kind kind) {
        return new Mark(at, kind, "");
    }

    /** The demand of a request. */
    long amount() {
        return text.equals("*") ? Long.MAX_VALUE : Long.parseLong(text);
    }

    /** As it is written in a marble string. */
    String sign() {
        return switch (kind) {
            case COMPLETE -> "|";
            case FAIL -> "#";
            case SUBSCRIBE -> "^";
            case CANCEL -> "!";
            case REQUEST -> "<" + text + ">";
            case ITEM -> Marble.isName(text) ? text : "{" + text + "}";
        };
    }
}
