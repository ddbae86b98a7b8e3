package dev.weir.io;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The files of this machine, as of a system that does not know when they were made; it notes what has to last, in order. */
final class PlainFiles extends FileSystemProvider {
    private final FileSystemProvider real = FileSystems.getDefault().provider();
    private final FileSystem system = new PlainSystem(this);
    private final List<String> noted = new ArrayList<>();
    private boolean forcesNoDirectory;
    private boolean storesNothing;
    private boolean notesReaders;
    private boolean setsTimes;
    private boolean refusesPermissions;
    private Callable<?> opening = () -> null;

    List<String> noted() {
        return noted;
    }

    /** From now on, as some that are mounted: directories can be opened, and no more. */
    void forcesNoDirectory() {
        forcesNoDirectory = true;
    }

    /** From now on, as some that are mounted: what could not be stored is told when it is closed. */
    void storesNothing() {
        storesNothing = true;
    }

    /** From now on, who may read what is forced is noted, too. */
    void notesReaders() {
        notesReaders = true;
    }

    /** From now on, a file seems made right before each change, and not at it. */
    void setsTimes() {
        setsTimes = true;
    }

    /** From now on, as some that are mounted: who may do what is the same for all files, and nobody may say. */
    void refusesPermissions() {
        refusesPermissions = true;
    }

    /** Has something happen once, right before the next file is opened. */
    void beforeOpening(Callable<?> action) {
        opening = action;
    }

    /** The same path here. */
    Path path(Path ofThisMachine) {
        return proxy(Path.class, new Wrapped(ofThisMachine));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(PlainFiles.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object call(Object target, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getTargetException();
        }
    }

    private final class Wrapped implements InvocationHandler {
        private final Path path;

        Wrapped(Path path) {
            this.path = path;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            if (method.getName().equals("getFileSystem")) {
                return system;
            }
            Object result = call(path, method, arguments);
            return result instanceof Path other ? path(other) : result;
        }
    }

    private static Path real(Path path) {
        return ((Wrapped) Proxy.getInvocationHandler(path)).path;
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        open();
        Path file = real(path);
        FileChannel channel = real.newFileChannel(file, options, attributes);
        if (storesNothing) {
            return new NotedChannel(channel, () -> {}, PlainFiles::full);
        }
        if (notesReaders) {
            return new NotedChannel(channel, () -> noted.add("force " + readers(file)), () -> {});
        }
        return Files.isDirectory(file) ? new NotedChannel(channel, this::force, () -> {}) : channel;
    }

    private static String readers(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private void open() throws IOException {
        Callable<?> once = opening;
        opening = () -> null;
        try {
            once.call();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private static void full() throws IOException {
        throw new IOException("no space left");
    }

    private void force() throws IOException {
        noted.add(forcesNoDirectory ? "refuse directory" : "force directory");
        if (forcesNoDirectory) {
            throw new IOException("Invalid argument");
        }
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        noted.add("move");
        real.move(real(source), real(target), options);
    }

    @Override
    public void delete(Path path) throws IOException {
        real.delete(real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        real.checkAccess(real(path), modes);
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        V view = real.getFileAttributeView(real(path), type, options);
        InvocationHandler asMounted = (_, method, arguments) -> switch (method.getName()) {
            case "setPermissions" -> throw new FileSystemException(path.toString(), null, "Operation not permitted");
            case "readAttributes" -> readAttributes(path, PosixFileAttributes.class, options);
            default -> call(view, method, arguments);
        };
        return refusesPermissions ? proxy(type, asMounted) : view;
    }

    /**
     * As the JDK has it where a system does not know: made when it was changed last. Where one does, that may be set as well, and
     * be before what was noted: macOS does so where the last change is set to before.
     */
    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        A attributes = real.readAttributes(real(path), type, options);
        return proxy(type, (_, method, arguments) -> switch (method.getName()) {
            case "creationTime" -> made(attributes.lastModifiedTime());
            case "permissions" ->
                refusesPermissions ? EnumSet.allOf(PosixFilePermission.class) : call(attributes, method, arguments);
            default -> call(attributes, method, arguments);
        });
    }

    private FileTime made(FileTime changed) {
        return setsTimes ? FileTime.fromMillis(changed.toMillis() - 1) : changed;
    }

    @Override
    public String getScheme() {
        return "plain";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isSameFile(Path path, Path other) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isHidden(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        throw new IOException("only its owner, and only to a group of his");
    }
}
