package dev.weir.net.http;

import dev.weir.CheckReturnValue;
import dev.weir.One;
import dev.weir.net.http.content.FileThreads;
import dev.weir.net.http.route.RouteTree;
import dev.weir.net.http.wire.ContentTypes;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Answers with files whose names clients choose: those below a directory, or resources of the program. Meant for a
 * route that ends in {@code {path...}}, whose value is the name; without one it is the whole path of the request. An empty
 * name, or one that ends in a slash, means {@code index.html}.
 *
 * <p>Only what is below the root is served, also through symbolic links; hidden files (those that begin with a dot,
 * save {@code .well-known}) and directories are not. Clients are told to ask each time whether their copy is still good.
 */
@CheckReturnValue
public final class StaticFiles implements Handler {
    private static final boolean WINDOWS = File.separatorChar == '\\'; // there a colon and a backslash are in no name

    /** So many resources are kept: where a file system takes small letters for large ones, each file has many names. */
    private static final int MOST_KEPT = 1_000;

    private final Source source;

    private StaticFiles(Source source) {
        this.source = source;
    }

    /** Where files come from. */
    private interface Source {
        One<Response> respond(String name);
    }

    /** The files below a directory, which must exist. */
    public static StaticFiles directory(Path root) {
        if (!Files.isDirectory(root)) {
            throw new IllegalArgumentException(root + " is no directory");
        }
        return new StaticFiles(name -> FileThreads.call(() -> fromDirectory(root, name)));
    }

    /**
     * Resources of the program whose names have a dot; the first 1,000 that are asked for are kept in memory.
     *
     * @param open opens the resource of that name below the root, or returns null: {@code name ->
     *     App.class.getResourceAsStream("web/" + name)}
     */
    public static StaticFiles resources(Function<String, ? extends @Nullable InputStream> open) {
        Objects.requireNonNull(open, "open");
        Map<String, Response> known = new ConcurrentHashMap<>();
        return new StaticFiles(name -> One.blocking(() -> fromResources(open, known, name)));
    }

    @Override
    public One<Response> handle(Request request) throws Exception {
        List<String> rest = request.params.rest();
        List<String> segments =
                rest != null ? rest : RouteTree.split(request.asked().head().path());
        if (!segments.stream().allMatch(StaticFiles::isPlain)) {
            return One.of(FileContent.missing());
        }
        String joined = String.join("/", segments);
        if (joined.contains("//") || joined.startsWith("/")) {
            return One.of(FileContent.missing());
        }
        String name = joined.isEmpty() || joined.endsWith("/") ? joined + "index.html" : joined;
        return source.respond(name)
                .map(found ->
                        found.withHeader("Cache-Control", "no-cache").withHeader("X-Content-Type-Options", "nosniff"));
    }

    /** Whether the segment is nothing but a name: after its escapes are undone it still is one. */
    private static boolean isPlain(String segment) {
        return (!segment.startsWith(".") || segment.equals(".well-known"))
                && segment.chars()
                        .noneMatch(c -> c == '/' || (WINDOWS && (c == '\\' || c == ':')) || Character.isISOControl(c));
    }

    private static Response fromDirectory(Path root, String name) throws IOException {
        Path base;
        Path named; // in full, where a system has other, shorter names for files
        Path real;
        try {
            base = root.toRealPath();
            named = base.relativize(base.resolve(name).toRealPath(LinkOption.NOFOLLOW_LINKS));
            real = base.resolve(name).toRealPath();
        } catch (IOException | InvalidPathException missing) {
            return FileContent.missing();
        }
        boolean isAsAsked = StreamSupport.stream(named.spliterator(), false).allMatch(part -> isPlain(part.toString()));
        return isAsAsked && real.startsWith(base)
                ? FileContent.respond(real, ContentTypes.of(name))
                : FileContent.missing();
    }

    private static Response fromResources(
            Function<String, ? extends @Nullable InputStream> open, Map<String, Response> known, String name)
            throws IOException {
        if (name.indexOf('.', name.lastIndexOf('/') + 1) < 0) {
            return FileContent.missing(); // class loaders list directories
        }
        Response before = known.get(name);
        if (before != null) {
            return before;
        }
        try (InputStream in = open.apply(name)) {
            if (in == null) {
                return FileContent.missing();
            }
            byte[] content = in.readAllBytes();
            Response response = Response.bytes(ContentTypes.of(name), content).withETag(digest(content));
            if (known.size() < MOST_KEPT) {
                known.put(name, response);
            }
            return response;
        }
    }

    private static String digest(byte[] content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            return HexFormat.of().formatHex(hash, 0, 12);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
