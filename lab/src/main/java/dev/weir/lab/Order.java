package dev.weir.lab;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * In which order what is compared is measured: another one for each turn, so that none always comes after the same, and
 * never one twice without another in between. One that comes straight after itself finds a machine that has gone to sleep
 * in another way, and where threads wake one another it can take ten times as long. The same in each run.
 */
final class Order<T> {
    private final Random random = new Random(1);
    private T last;

    /** Those of the next turn. */
    List<T> of(Collection<T> all) {
        List<T> order = new ArrayList<>(all);
        if (order.isEmpty()) {
            return order;
        }
        do {
            Collections.shuffle(order, random);
        } while (order.size() > 1 && order.getFirst().equals(last));
        last = order.getLast();
        return order;
    }
}
