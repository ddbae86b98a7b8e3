package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TurnstileTest {
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    /** What a JVM does, in a thread: so many iterations, then its end. */
    private Consumer<String> visitor(String name, int iterations) {
        return option -> {
            try (InTurn visitor = new InTurn(option.substring(option.indexOf('=') + 1))) {
                for (int i = 1; i <= iterations; i++) {
                    visitor.await();
                    seen.add(name + i);
                    visitor.pass();
                }
            }
        };
    }

    @Test
    void letsAllPassInTurn() throws Exception {
        try (Turnstile turnstile = new Turnstile()) {
            turnstile.admit(visitor("a", 3));
            turnstile.admit(visitor("b", 3));
            turnstile.admit(visitor("c", 3));
            turnstile.run();
        }
        for (int turn = 1; turn <= 3; turn++) {
            Set<String> all = Set.of("a" + turn, "b" + turn, "c" + turn);
            assertEquals(all, Set.copyOf(seen.subList(3 * turn - 3, 3 * turn)));
        }
    }

    @Test
    void waitsForNoneThatHasFailed() throws Exception {
        try (Turnstile turnstile = new Turnstile()) {
            turnstile.admit(option -> {});
            turnstile.admit(visitor("a", 2));
            turnstile.admit(visitor("b", 1));
            turnstile.run();
        }
        assertEquals(List.of("a1", "b1", "a2"), seen);
    }
}
