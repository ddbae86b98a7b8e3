package dev.weir.net;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test class after which a pooled buffer was found that nobody released. */
public final class NoLeaks implements AfterAllCallback {
    private static final List<String> LEAKS = new CopyOnWriteArrayList<>();

    static {
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Detectors());
    }

    private static final class Detectors extends ResourceLeakDetectorFactory {
        @Override
        @SuppressWarnings("deprecation") // the abstract method is the deprecated one
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(
                Class<T> resource, int samplingInterval, long maxActive) {
            return new Detector<>(resource, samplingInterval);
        }

        @Override
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int samplingInterval) {
            return new Detector<>(resource, samplingInterval);
        }
    }

    private static final class Detector<T> extends ResourceLeakDetector<T> {
        @SuppressWarnings("deprecation") // there is no other for subclasses
        Detector(Class<?> resource, int samplingInterval) {
            super(resource, samplingInterval);
        }

        @Override
        protected void reportTracedLeak(String resourceType, String records) {
            LEAKS.add(resourceType + records);
        }

        @Override
        protected void reportUntracedLeak(String resourceType) {
            LEAKS.add(resourceType);
        }
    }

    /** A leak shows when a buffer that nobody can reach is collected and another one is made after that. */
    @Override
    public void afterAll(ExtensionContext context) {
        for (int i = 0; i < 3; i++) {
            System.gc();
            ByteBufAllocator.DEFAULT.directBuffer(64).release();
        }
        assertTrue(LEAKS.isEmpty(), () -> "buffers were not released: " + LEAKS);
    }
}
