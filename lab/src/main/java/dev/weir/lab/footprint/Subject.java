package dev.weir.lab.footprint;

/** A library whose footprint is taken: the same two pipelines in each. */
interface Subject {
    /** Loads the classes of no other library. */
    static Subject of(String library) throws ReflectiveOperationException {
        String name = Character.toUpperCase(library.charAt(0)) + library.substring(1) + "Subject";
        return (Subject) Class.forName(Subject.class.getPackageName() + "." + name)
                .getDeclaredConstructor()
                .newInstance();
    }

    /** Subscribes to a range of that many items, mapped and filtered. */
    Runnable counting(int items);

    /** Subscribes to a stream that never emits, mapped and filtered; gives what keeps it alive. */
    default Object idle() {
        throw new UnsupportedOperationException("it has no streams that wait");
    }
}
