package dev.weir.propagation;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.testkit.Probe;
import dev.weir.testkit.Steps;
import dev.weir.testkit.VirtualTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pipelines that are tested see what they would see elsewhere. */
class ProbesTest {
    private final VirtualTime time = new VirtualTime();

    @BeforeEach
    void begin() {
        Seen.VALUE.set("mine");
    }

    @AfterEach
    void end() {
        Seen.VALUE.remove();
    }

    private static Many<Integer> elsewhere(Seen seen) {
        return Many.of(1).publishOn(Thread::startVirtualThread).map(seen::in);
    }

    private static Seen mine() {
        return new Seen("mine");
    }

    private static void inScope(Runnable task) {
        ScopedValue.where(Seen.SCOPED, "mine").run(task);
    }

    @Test
    void valuesOfTheThreadAreCarriedOnVirtualTime() {
        Seen seen = mine();
        inScope(() -> Probe.subscribeTo(elsewhere(seen), time).awaitEnd().assertItems(1));
        inScope(() -> Probe.subscribeTo(elsewhere(seen), time.context(), 1).awaitItems(1));
        inScope(() -> Steps.of(elsewhere(seen)).next(1).completed());
        seen.check();
    }

    @Test
    void soTheyAreInAContextThatHasOthers() {
        Seen seen = mine();
        Context named = Context.empty().withName("named");
        inScope(() -> Probe.subscribeTo(elsewhere(seen), named).awaitEnd().assertItems(1));
        seen.check();
    }

    @Test
    void aContextThatHasThemKeepsThem() {
        Seen seen = new Seen("ada");
        Context ada = Propagation.with(Context.empty(), Seen.KEY, "ada");
        Probe.subscribeTo(elsewhere(seen), ada).awaitEnd().assertItems(1);
        seen.check();
    }
}
