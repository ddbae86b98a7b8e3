package dev.weir.op.kernel.root;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;

/** A list that nobody can walk any more, as one that is loaded when it is read, and was closed. */
public final class Throwing extends AbstractList<Integer> {
    private final RuntimeException failure;

    private Throwing(RuntimeException failure) {
        this.failure = failure;
    }

    public static List<Integer> of(RuntimeException failure) {
        return new Throwing(failure);
    }

    @Override
    public Integer get(int index) {
        throw failure;
    }

    @Override
    public Iterator<Integer> iterator() {
        throw failure;
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public String toString() {
        return "throwing";
    }
}
