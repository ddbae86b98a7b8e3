package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.OneLaws;
import org.junit.jupiter.api.Test;

class DeferContextualTest {
    private static final Context.Key<String> USER = Context.Key.of("user");
    private static final One<String> USERS_NAME = One.deferContextual(context -> One.of(context.get(USER)));

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> One.deferContextual(context -> one));
            OneLaws.checkFunctionToOne((one, fault) ->
                    one.flatMap(value -> One.deferContextual(context -> fault.at(value, One.of(context)))));
        }
    }

    @Test
    void seesTheContextOfEachSubscription() {
        assertEquals("ada", with("ada", USERS_NAME).await());
        assertEquals("bo", with("bo", USERS_NAME).await());
    }

    @Test
    void seesItAfterAWaitToo() {
        assertEquals(
                "ada",
                with("ada", One.blocking(() -> 1).flatMap(i -> USERS_NAME)).await());
    }

    private static One<String> with(String user, One<String> one) {
        return one.withContext(context -> context.with(USER, user));
    }

    @Test
    void aNullIsNamed() {
        assertEquals(
                "deferContextual: the function returned null where a One is due",
                assertThrows(NullPointerException.class, One.deferContextual(context -> null)::await)
                        .getMessage());
    }
}
