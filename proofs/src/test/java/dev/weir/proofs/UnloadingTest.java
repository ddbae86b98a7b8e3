package dev.weir.proofs;

import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

/** What is made for the places in an application's code goes with the application. */
class UnloadingTest {
    @Test
    void anApplicationsLoaderCanGo() throws Exception {
        Garbage.assertCollected(usedLoader());
    }

    private static WeakReference<ClassLoader> usedLoader() throws ReflectiveOperationException {
        ClassLoader loader = Reloaded.loader();
        Object application = loader.loadClass(Reloaded.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        ((Runnable) application).run();
        return new WeakReference<>(loader);
    }
}
