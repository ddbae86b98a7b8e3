package dev.weir.net.http.form;

import dev.weir.net.http.content.Gathering;

/** What is held of the parts of a form, which are read one after the other: as much as of the largest one. */
final class PartMemory implements Gathering.Memory {
    private final Gathering.Memory body;
    private int part;
    private int most;

    PartMemory(Gathering.Memory body) {
        this.body = body;
    }

    /** The next part begins; what was held of the one before is its reader's. */
    void next() {
        part = 0;
    }

    @Override
    public void hold(int more) {
        part += more;
        if (part > most) {
            body.hold(part - most);
            most = part;
        }
    }

    @Override
    public RuntimeException tooLarge() {
        return body.tooLarge();
    }
}
