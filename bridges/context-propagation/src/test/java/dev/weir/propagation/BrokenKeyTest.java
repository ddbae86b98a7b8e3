package dev.weir.propagation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weir.Many;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Accessors are others' code. */
class BrokenKeyTest {
    private final ThreadLocal<String> tenant = new ThreadLocal<>();
    private final AtomicBoolean broken = new AtomicBoolean();

    private final class Other implements ThreadLocalAccessor<String> {
        @Override
        public Object key() {
            if (broken.get()) {
                throw new IllegalStateException("planned");
            }
            return "other";
        }

        @Override
        @SuppressWarnings("NullAway") // it has none
        public String getValue() {
            return null;
        }

        @Override
        public void setValue(String value) {
            throw new AssertionError("it has none");
        }
    }

    /** Where its threads are lost, timeouts are, too. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneWithoutAKeyTakesNothingFromTheOthers() throws Exception {
        ContextRegistry registry = ContextRegistry.getInstance();
        registry.registerThreadLocalAccessor("tenant", tenant::get, tenant::set, tenant::remove);
        registry.registerThreadLocalAccessor(new Other());
        try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            tenant.set("acme");
            broken.set(true);
            assertEquals(
                    List.of("acme"),
                    Many.of(1).publishOn(pool).map(_ -> tenant.get()).toList().await());
            assertNull(pool.submit(tenant::get).get());
        } finally {
            broken.set(false);
            registry.removeThreadLocalAccessor("tenant");
            registry.removeThreadLocalAccessor("other");
        }
    }
}
