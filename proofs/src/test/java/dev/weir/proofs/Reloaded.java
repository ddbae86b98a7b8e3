package dev.weir.proofs;

import dev.weir.Many;
import dev.weir.One;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** An application that is loaded by a loader of its own, and can go again. */
public final class Reloaded implements Runnable {
    private static final int OFTEN = 100;

    /** Loads this class once more. */
    static ClassLoader loader() {
        return new ClassLoader(Reloaded.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                return name.equals(Reloaded.class.getName()) ? own(name) : super.loadClass(name, resolve);
            }

            private Class<?> own(String name) throws ClassNotFoundException {
                try (InputStream file = Reloaded.class.getResourceAsStream("Reloaded.class")) {
                    byte[] bytes = Objects.requireNonNull(file).readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        };
    }

    @Override
    public void run() {
        Many.range(0, OFTEN)
                .map(i -> i + 1)
                .filter(i -> i % 2 == 0)
                .flatMap(i -> Many.of(i, i))
                .take(OFTEN / 2)
                .forEach(i -> {})
                .await();
        One<Integer> one = One.supply(() -> 1).map(i -> i + 1);
        for (int i = 0; i < OFTEN; i++) {
            Integer _ = one.await();
        }
    }
}
