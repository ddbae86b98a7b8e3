package dev.weir.net.http.form;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes names of files harmless. */
final class FileNames {
    private static final Pattern PORT = Pattern.compile("(com|lpt)[0-9¹²³]");
    private static final int LONGEST = 200; // bytes of UTF-8: file systems take 255
    private static final Set<String> DEVICES = Set.of("con", "prn", "aux", "nul", "conin$", "conout$");

    private FileNames() {}

    /**
     * The last part of a path, without what means something to a file system, or to a shell inside of quotation marks:
     * controls, separators, leading dots, dashes and tildes, ends that Windows drops, its devices' names.
     */
    static String harmless(String name) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        StringBuilder kept = new StringBuilder();
        last.codePoints()
                .filter(c -> !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT)
                .filter(c -> Character.getType(c) != Character.SURROGATE)
                .map(c -> "<>:\"'|?*%$`;&!".indexOf(c) >= 0 ? '_' : c)
                .forEach(kept::appendCodePoint);
        String cut = cut(kept.toString());
        return cut.isEmpty() ? "unnamed" : isDevice(cut) ? cut("_" + cut) : cut;
    }

    private static String cut(String name) {
        String trimmed = trimmed(name);
        return bytes(trimmed) > LONGEST ? trimmed(shorter(trimmed)) : trimmed;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Not by a pattern, which would try each place of a long run of dots again and again. */
    private static String trimmed(String name) {
        int start = 0;
        int end = name.length();
        while (start < end && (isDropped(name.charAt(start)) || "-~".indexOf(name.charAt(start)) >= 0)) {
            start++;
        }
        while (start < end && isDropped(name.charAt(end - 1))) {
            end--;
        }
        return name.substring(start, end);
    }

    private static boolean isDropped(char c) {
        return c == '.' || c == ' '; // other white space of ASCII is control, and gone already
    }

    /** Keeps the end, which tells the type. */
    private static String shorter(String name) {
        int dot = name.lastIndexOf('.');
        String end = dot > 0 && name.length() - dot <= 16 ? name.substring(dot) : "";
        int room = LONGEST - bytes(end);
        int cut = 0;
        while (cut < name.length() - end.length()) {
            String next = Character.toString(name.codePointAt(cut));
            room -= bytes(next);
            if (room < 0) {
                break;
            }
            cut += next.length();
        }
        return name.substring(0, cut) + end;
    }

    private static boolean isDevice(String name) {
        int dot = name.indexOf('.');
        String stem = (dot < 0 ? name : name.substring(0, dot)).strip().toLowerCase(Locale.ROOT);
        return DEVICES.contains(stem) || PORT.matcher(stem).matches();
    }
}
