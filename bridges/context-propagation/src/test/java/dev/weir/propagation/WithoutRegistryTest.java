package dev.weir.propagation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** A program that has left Micrometer's registry out is told, and runs. */
class WithoutRegistryTest {
    private static final class Told extends Handler {
        final List<String> messages = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord record) {
            messages.add(record.getMessage());
        }

        @Override
        public void flush() {
            // nothing is kept back
        }

        @Override
        public void close() {
            // nothing is held
        }
    }

    private static URLClassLoader loader() {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        URL[] locations = Arrays.stream(path.split(File.pathSeparator))
                .filter(place -> !place.contains("micrometer"))
                .map(WithoutRegistryTest::url)
                .toArray(URL[]::new);
        return new URLClassLoader(locations, ClassLoader.getPlatformClassLoader());
    }

    private static URL url(String place) {
        try {
            return Path.of(place).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Test
    void itIsToldAndPipelinesRun() throws Exception {
        Told told = new Told();
        Logger logger = Logger.getLogger("dev.weir");
        logger.addHandler(told);
        try (URLClassLoader loader = loader()) {
            Class<?> one = loader.loadClass("dev.weir.One");
            Object of = one.getMethod("of", Object.class).invoke(null, 1);
            assertEquals(1, one.getMethod("await").invoke(of));
        } finally {
            logger.removeHandler(told);
        }
        assertEquals(1, told.messages.size(), told.messages::toString);
        assertTrue(told.messages.getFirst().startsWith("values of threads, as a logger's, do not arrive"));
    }
}
