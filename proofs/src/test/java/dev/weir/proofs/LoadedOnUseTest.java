package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/**
 * A program loads the operators that it uses, and no others, with which a cold start took a quarter as long again: all that the
 * facades return as a {@code Many} or {@code One}, the verifier of these would load with them.
 */
class LoadedOnUseTest {
    private static final String OPERATORS = "dev.weir.op.";
    private static final String KERNEL = OPERATORS + "kernel.";

    @Test
    void ofManyThoseThatAreUsed() throws Exception {
        assertEquals(
                Set.of("source.Range", "transform.Map", "transform.Filter", "end.Collect", "one.Await"),
                loadedBy(UsesMany.class));
    }

    @Test
    void ofOneThoseThatAreUsed() throws Exception {
        assertEquals(Set.of("one.Call", "one.Map", "one.Await"), loadedBy(UsesOne.class));
    }

    @Test
    void ofThoseForThroughWhichAreUsed() throws Exception {
        assertEquals(Set.of("source.Of", "demand.LimitRate", "end.Count", "one.Await"), loadedBy(UsesOperators.class));
    }

    static final class UsesMany implements Callable<Object> {
        @Override
        public Object call() {
            return Many.range(0, 3).map(n -> n + 1).filter(n -> n > 1).toList().await();
        }
    }

    static final class UsesOne implements Callable<Object> {
        @Override
        public Object call() {
            return One.supply(() -> 1).map(n -> n + 1).await();
        }
    }

    static final class UsesOperators implements Callable<Object> {
        @Override
        public Object call() {
            return Many.of(1, 2).through(Operators.limitRate(1)).count().await();
        }
    }

    private static Set<String> loadedBy(Class<? extends Callable<Object>> program) throws Exception {
        try (Apart apart = new Apart(program)) {
            var made = Class.forName(program.getName(), true, apart).getDeclaredConstructor();
            made.setAccessible(true);
            ((Callable<?>) made.newInstance()).call();
            return apart.operators;
        }
    }

    /** Loads what is of this project once more, and notes which operators. */
    private static final class Apart extends URLClassLoader {
        private final Set<String> operators = new TreeSet<>();

        Apart(Class<?> program) {
            super(new URL[] {of(program), of(Many.class)}, program.getClassLoader());
        }

        private static URL of(Class<?> type) {
            return type.getProtectionDomain().getCodeSource().getLocation();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.startsWith("dev.weir.")) {
                    return super.loadClass(name, resolve);
                }
                Class<?> known = findLoadedClass(name);
                return known != null ? known : findClass(name);
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith(OPERATORS) && !name.startsWith(KERNEL) && name.indexOf('$') < 0) {
                operators.add(name.substring(OPERATORS.length()));
            }
            return super.findClass(name);
        }
    }
}
