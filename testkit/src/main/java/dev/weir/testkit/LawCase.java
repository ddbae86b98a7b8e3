package dev.weir.testkit;

/** One cell of the matrix that the laws are checked in. */
record LawCase(String source, Demand demand, Cancel cancel) {
    static LawCase of(Pace pace, Script script, Demand demand, Cancel cancel) {
        return new LawCase(pace.words + ": " + script.words, demand, cancel);
    }

    @Override
    public String toString() {
        return source + "; " + demand.words + "; " + cancel.words;
    }
}
