package dev.weir.lab.operators;

import dev.weir.Many;
import dev.weir.Operators;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import reactor.core.publisher.Flux;

/** Lists of four numbers that follow each other; RxJava and Mutiny have nothing like it. */
public class BufferUntilChanged extends Operator {
    private static final int SAME = 4;

    @Override
    protected Object expected() {
        long changes = IntStream.range(1, items)
                .filter(i -> key(list.get(i)) != key(list.get(i - 1)))
                .count();
        return changes + 1;
    }

    private static int key(int number) {
        return number / SAME;
    }

    @Benchmark
    public long weir() {
        return Many.from(list)
                .through(Operators.bufferUntilChanged(SAME, BufferUntilChanged::key))
                .count()
                .await();
    }

    @Benchmark
    public long reactor() {
        return Flux.fromIterable(list)
                .bufferUntilChanged(BufferUntilChanged::key)
                .count()
                .block();
    }
}
