package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.propagation.Propagation;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** The code of the guide's page on thread-locals. */
class ThreadLocalsTest {
    // tag::tenant
    static final ThreadLocal<String> TENANT = new ThreadLocal<>();
    static final ScopedValue<String> USER = ScopedValue.newInstance();
    // end::tenant

    @BeforeAll
    static void register() {
        // tag::register
        ContextRegistry registry = ContextRegistry.getInstance();
        registry.registerThreadLocalAccessor(new Slf4jThreadLocalAccessor()); // the MDC
        registry.registerThreadLocalAccessor("tenant", TENANT);
        Propagation.carry(USER);
        // end::register
    }

    @AfterAll
    static void forget() {
        ContextRegistry.getInstance().removeThreadLocalAccessor(Slf4jThreadLocalAccessor.KEY);
        ContextRegistry.getInstance().removeThreadLocalAccessor("tenant");
    }

    private static String price(int item) {
        return MDC.get("request") + " " + TENANT.get() + " " + item;
    }

    // tag::carried
    static List<String> prices() {
        MDC.put("request", "r7");
        TENANT.set("acme");
        return Many.of(1, 2)
                .mapBlocking(2, item -> price(item)) // on virtual threads: both are there
                .toList()
                .await();
    }
    // end::carried

    @Test
    void carried() {
        try {
            assertEquals(List.of("r7 acme 1", "r7 acme 2"), prices());
        } finally {
            MDC.clear();
            TENANT.remove();
        }
    }

    // tag::other
    static One<String> pricesOf(String tenant) {
        return One.blocking(() -> price(1)).withContext(context -> Propagation.with(context, "tenant", tenant));
    }
    // end::other

    @Test
    void otherValues() {
        assertEquals("null acme 1", pricesOf("acme").await());
    }

    @Test
    void scopedValues() {
        String seen = ScopedValue.where(USER, "ada")
                .call(() -> One.blocking(USER::get).await());
        assertEquals("ada", seen);
    }
}
