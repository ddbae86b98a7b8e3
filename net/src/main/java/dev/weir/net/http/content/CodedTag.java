package dev.weir.net.http.content;

import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names the coding at the end of a strong tag, so that each form of a content has its own (RFC 9110 section 8.8.3.3). */
public final class CodedTag {
    private static final Pattern TAG = Pattern.compile("(W/)?\"([^\"]*)\"");

    private CodedTag() {}

    /** The tag of the coded form; a weak one is that of all forms. */
    public static String of(String tag, String coding) {
        return tag.startsWith("\"") && tag.endsWith("\"") && tag.length() > 1
                ? tag.substring(0, tag.length() - 1) + "-" + coding + "\""
                : tag;
    }

    /** Whether it is the tag of a form in one of the codings. */
    public static boolean isOf(String tag, Collection<String> codings) {
        return tag.startsWith("\"") && codings.stream().anyMatch(coding -> tag.endsWith("-" + coding + "\""));
    }

    /** The field, a list of tags, with those of forms in one of the codings as they were before. */
    public static String undone(String field, Collection<String> codings) {
        return TAG.matcher(field).replaceAll(tag -> Matcher.quoteReplacement(plain(tag.group(), codings)));
    }

    private static String plain(String tag, Collection<String> codings) {
        return isOf(tag, codings) ? tag.substring(0, tag.lastIndexOf('-')) + "\"" : tag;
    }
}
