package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is made for the places in an application's code goes with the application. */
class UnloadingTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void anApplicationsLoaderCanGo() throws Exception {
        Garbage.assertCollected(used(Reloaded.loader()));
    }

    @Test
    void aLoaderThatHasTheLibraryInItCanGo() throws Exception {
        Garbage.assertCollected(usedWithLibrary());
    }

    private static WeakReference<ClassLoader> usedWithLibrary() throws Exception {
        try (URLClassLoader loader = Reloaded.loaderWithLibrary()) {
            WeakReference<ClassLoader> reference = used(loader);
            for (Thread thread : threadsOf(loader)) {
                assertTrue(thread.join(PATIENCE), () -> thread + " goes on though nothing waits");
            }
            return reference;
        }
    }

    /** The threads of the library that the loader has. */
    private static List<Thread> threadsOf(ClassLoader loader) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getContextClassLoader() == loader)
                .toList();
    }

    private static WeakReference<ClassLoader> used(ClassLoader loader) throws ReflectiveOperationException {
        Object application = loader.loadClass(Reloaded.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        ((Runnable) application).run();
        return new WeakReference<>(loader);
    }
}
