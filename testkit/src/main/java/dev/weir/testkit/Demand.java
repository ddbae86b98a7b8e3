package dev.weir.testkit;

/** How the subscriber asks for items in a case of the laws. */
enum Demand {
    UNBOUNDED("unbounded demand", Long.MAX_VALUE),

    ONE_BY_ONE("demand one by one, inside onNext", 1) {
        @Override
        void inside(Probe<?> probe, long received) {
            probe.request(1);
        }
    },

    IN_BATCHES("demand 2, then batches of 3 to 6, inside onNext", 2) {
        @Override
        void inside(Probe<?> probe, long received) {
            if (received == probe.requested()) {
                probe.request(3 + received % 4);
            }
        }
    },

    FROM_OUTSIDE("demand one by one, from outside", 0) {
        @Override
        boolean outside(Probe<?> probe) {
            probe.request(1);
            return true;
        }
    },

    FROM_TWO_THREADS("demand one by one, from two threads at once", 0) {
        @Override
        boolean outside(Probe<?> probe) {
            Thread other = Thread.ofVirtual().name("requester").start(() -> probe.request(1));
            probe.request(1);
            try {
                other.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
            return true;
        }
    };

    final String words;
    final long initial;

    Demand(String words, long initial) {
        this.words = words;
        this.initial = initial;
    }

    /** Called inside {@code onNext}. */
    void inside(Probe<?> probe, long received) {}

    /**
     * Called when all that was asked for has come.
     *
     * @return whether more was asked for
     */
    boolean outside(Probe<?> probe) {
        return false;
    }
}
