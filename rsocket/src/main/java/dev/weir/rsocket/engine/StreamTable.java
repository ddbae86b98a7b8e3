package dev.weir.rsocket.engine;

import dev.weir.rsocket.loop.StreamListener;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The streams of a connection, by their numbers. */
final class StreamTable {
    /*
     * A stream is 20 bytes in three arrays, and no object: its number and what the peer may still send; what may be sent to
     * the peer and eight flags; who hears of it. As numbers come one after the other, the number's half is the place, or
     * near it if the numbers that live are far apart. Places are found by walking on from there, no farther than the one
     * that is farthest, and what is removed is closed up, so there are no graves. As seven eighths of the places may be used
     * before they double, a stream takes 23 to 46 bytes.
     *
     * The peer chooses its numbers, and may choose such as have one place. When one is far from its place, all are scattered
     * by chance, from then on.
     */

    /** The two bits of what was asked for: the ordinal of an Interaction, or nothing that is answered. */
    static final int KIND = 0x03;

    static final int RESPONSE = 0;
    static final int STREAM = 1;
    static final int CHANNEL = 2;
    static final int FORGET = 3;

    /** The peer sends nothing, or nothing more. */
    static final int IN_DONE = 0x04;

    /** We send nothing, or nothing more. */
    static final int OUT_DONE = 0x08;

    /** Of a payload not all fragments have come. */
    static final int ASSEMBLING = 0x10;

    /** It is to be told when the connection takes more. */
    static final int WAITING = 0x20;

    /** More was demanded than can be said at once. */
    static final int INSATIABLE = 0x40;

    /** Who hears of it is not known yet. */
    static final int STARTING = 0x80;

    private static final int SMALLEST = 8;
    private static final int LARGEST = 1 << 30; // the next would be too long for an array
    private static final int FAR = 128;
    private static final int SPREAD = 0x9e3779b9; // odd, and its bits look like chance
    private static final int FLAG_BITS = 8;
    private static final long FLAGS = (1L << FLAG_BITS) - 1;
    private static final long MOST_CREDIT = Long.MAX_VALUE >>> FLAG_BITS;
    private static final long DEMAND = 0xffff_ffffL;
    private static final long[] NONE = new long[1];
    private static final @Nullable StreamListener[] NOBODY = new StreamListener[1];

    private long[] ids = NONE; // the number, and below it the demand
    private long[] states = NONE; // the credit, and below it the flags
    private @Nullable StreamListener[] listeners = NOBODY;
    int size;
    private int waiting;
    private int farthest; // from its place, of all since the table was made or resized
    private int salt; // 0 as long as the number's half is the place

    int size() {
        return size;
    }

    /** Whether that many are as many as there may be: less than one side has numbers for. */
    static boolean isFull(int size) {
        return size >= mostOf(LARGEST);
    }

    private static int mostOf(int places) {
        return places - (places >>> 3);
    }

    /** How many streams there is memory for, of 20 bytes each. */
    int places() {
        return ids.length;
    }

    /** How many wait for the connection. */
    int waiting() {
        return waiting;
    }

    /**
     * The place of a stream, good until the next one is added or removed; negative if there is none. Zero is the connection,
     * and no stream: an empty place looks like it.
     */
    int find(int id) {
        int mask = ids.length - 1;
        int at = home(id);
        int found = idAt(at);
        for (int left = farthest; found != id && found != 0 && left > 0; left--) {
            at = (at + 1) & mask;
            found = idAt(at);
        }
        return found == id && id != 0 ? at : -1;
    }

    private int home(int id) {
        int half = id >>> 1;
        if (salt == 0) {
            return half & (ids.length - 1);
        }
        int salted = half * salt;
        int mixed = (salted ^ (salted >>> 16)) * SPREAD;
        return mixed >>> (Integer.numberOfLeadingZeros(ids.length) + 1);
    }

    /** How many places are walked at most to find one. */
    int farthest() {
        return farthest;
    }

    /** Adds one that is not there, while it is not {@link #isFull}. */
    int add(int id, int flags, @Nullable StreamListener listener) {
        if (ids == NONE || size >= mostOf(ids.length)) {
            resize(Math.max(SMALLEST, 2 * ids.length));
        }
        size++;
        int place = put((long) id << Integer.SIZE, flags, listener);
        return isFar() ? scattered(id) : place;
    }

    private boolean isFar() {
        return farthest > (salt == 0 ? FAR : Math.max(4 * FAR, ids.length >>> 3)); // else by the worst of chances
    }

    private int scattered(int id) {
        scatter();
        return find(id);
    }

    private void scatter() {
        salt = ThreadLocalRandom.current().nextInt() | 1;
        resize(ids.length);
    }

    private int put(long idAndDemand, long state, @Nullable StreamListener listener) {
        int mask = ids.length - 1;
        int home = home((int) (idAndDemand >>> Integer.SIZE));
        int at = home;
        while (ids[at] != 0) {
            at = (at + 1) & mask;
        }
        farthest = Math.max(farthest, (at - home) & mask);
        ids[at] = idAndDemand;
        states[at] = state;
        listeners[at] = listener;
        return at;
    }

    private void resize(int capacity) {
        long[] oldIds = ids;
        long[] oldStates = states;
        @Nullable StreamListener[] oldListeners = listeners;
        ids = new long[capacity];
        states = new long[capacity];
        listeners = new StreamListener[capacity];
        farthest = 0;
        for (int i = 0; i < oldIds.length; i++) {
            if (oldIds[i] != 0) {
                put(oldIds[i], oldStates[i], oldListeners[i]);
            }
        }
        if (isFar()) {
            scatter();
        }
    }

    void remove(int place) {
        clear(place, WAITING);
        size--;
        int mask = ids.length - 1;
        int free = place;
        for (int at = (free + 1) & mask; ids[at] != 0 && ((at - free) & mask) <= farthest; at = (at + 1) & mask) {
            int home = home(idAt(at));
            if (((at - home) & mask) >= ((at - free) & mask)) {
                ids[free] = ids[at];
                states[free] = states[at];
                listeners[free] = listeners[at];
                free = at;
            }
        }
        ids[free] = 0;
        states[free] = 0;
        listeners[free] = null;
        if (size < ids.length >>> 3 && ids.length > SMALLEST) {
            resize(ids.length >>> 1);
        }
    }

    /** The numbers of all. */
    int[] ids() {
        return ids(0, -1L);
    }

    /** The numbers of those that have a flag, from a place on and around. */
    int[] ids(int first, long flag) {
        int[] found = new int[size];
        int count = 0;
        for (int i = 0; i < ids.length; i++) {
            int at = (first + i) & (ids.length - 1);
            if (ids[at] != 0 && (flag == -1L || (states[at] & flag) != 0)) {
                found[count++] = idAt(at);
            }
        }
        return count == size ? found : Arrays.copyOf(found, count);
    }

    private int idAt(int place) {
        return (int) (ids[place] >>> Integer.SIZE);
    }

    @Nullable
    StreamListener listener(int place) {
        return listeners[place];
    }

    void listener(int place, StreamListener listener) {
        listeners[place] = listener;
    }

    int kind(int place) {
        return (int) states[place] & KIND;
    }

    boolean is(int place, int flag) {
        return (states[place] & flag) != 0;
    }

    void set(int place, int flag) {
        if (flag == WAITING && !is(place, WAITING)) {
            waiting++;
        }
        states[place] |= flag;
    }

    void clear(int place, int flag) {
        if (flag == WAITING && is(place, WAITING)) {
            waiting--;
        }
        states[place] &= ~(long) flag;
    }

    /** How many payloads the peer takes. */
    long credit(int place) {
        return states[place] >>> FLAG_BITS;
    }

    void addCredit(int place, long count) {
        long credit = Math.min(MOST_CREDIT, credit(place) + count);
        states[place] = (credit << FLAG_BITS) | (states[place] & FLAGS);
    }

    /** How many payloads the peer was told that it may send, and has not sent. */
    int demand(int place) {
        return (int) (ids[place] & DEMAND);
    }

    void addDemand(int place, int count) {
        ids[place] += count;
    }
}
