package dev.weir.postgres.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a server keeps its data: a temporary folder, and beside it a file that this JVM has locked for as long. */
final class DataFolder {
    /*
     * The kernel gives the lock back however the JVM ends. Whether a process of a number runs would tell less: containers
     * that share a folder of temporary files have numbers of their own. A process loses its lock when it closes the file
     * anywhere, so those of this JVM are known, and not looked at.
     */
    private static final String PREFIX = "weir-postgres-data-";
    private static final String LOCK = ".lock";
    private static final Map<Path, FileChannel> LOCKED = new HashMap<>();

    private DataFolder() {}

    /**
     * Makes one.
     *
     * @param process whose it is, for who looks at the names
     */
    static Path create(long process) throws IOException {
        Path folder = null;
        while (folder == null) {
            folder = locked(Temporary.create(PREFIX + process + "-"));
        }
        Account.current().own(folder);
        return folder;
    }

    /** The folder; null if somebody who looks for what was left has just found it. */
    private static @Nullable Path locked(Path folder) throws IOException {
        synchronized (LOCKED) {
            Path lock = lock(folder);
            FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            if (channel.tryLock() == null || !Files.exists(lock)) {
                channel.close();
                return null;
            }
            LOCKED.put(lock.getFileName(), channel);
            return folder;
        }
    }

    private static Path lock(Path folder) {
        return folder.resolveSibling(folder.getFileName() + LOCK);
    }

    /**
     * Deletes what JVMs of the same user that were killed have left. What is another user's may lead anywhere while it is
     * deleted, which for root is all files. So may the data of root's own servers, but only for processes of {@code nobody},
     * whose it is.
     */
    static void deleteLeftOvers() throws IOException {
        UserPrincipal user = Temporary.user();
        try (DirectoryStream<Path> locks = Files.newDirectoryStream(Temporary.folder(), PREFIX + "*" + LOCK)) {
            for (Path lock : locks) {
                synchronized (LOCKED) {
                    if (!LOCKED.containsKey(lock.getFileName()) && isOf(user, lock)) {
                        deleteIfLeft(lock);
                    }
                }
            }
        }
    }

    private static boolean isOf(UserPrincipal user, Path lock) {
        try {
            return Files.getOwner(lock, LinkOption.NOFOLLOW_LINKS).equals(user);
        } catch (IOException deleted) {
            return false;
        }
    }

    private static void deleteIfLeft(Path lock) {
        String name = lock.getFileName().toString();
        Path folder = lock.resolveSibling(name.substring(0, name.length() - LOCK.length()));
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (channel.tryLock() != null) {
                deleteAll(folder);
                Files.deleteIfExists(lock);
            }
        } catch (IOException | OverlappingFileLockException e) {
            // somebody else's, or deleted by somebody else, or of this class from another loader
        }
    }

    /** Deletes as much as can be: the next start tries again. */
    static void delete(Path folder) {
        deleteAll(folder);
        synchronized (LOCKED) {
            Path lock = lock(folder);
            try (FileChannel _ = LOCKED.remove(lock.getFileName())) {
                if (!Files.exists(folder)) {
                    Files.deleteIfExists(lock);
                }
            } catch (IOException e) {
                // it goes with this JVM
            }
        }
    }

    private static void deleteAll(Path folder) {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        } catch (IOException | UncheckedIOException e) {
            return; // somebody else's, or being deleted by somebody else
        }
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // the next start tries again
            }
        }
    }
}
