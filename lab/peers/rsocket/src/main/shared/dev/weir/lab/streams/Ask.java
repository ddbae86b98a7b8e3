package dev.weir.lab.streams;

/**
 * What a stream is asked for, as its request says in numbers.
 *
 * @param phase turns of 10 ms until it sends for the first time
 * @param turns how many there are from one time to the next; 0 if it never sends
 * @param burst payloads each time
 * @param size of a payload, in bytes; the first eight are when it was due, in nanoseconds
 */
public record Ask(int phase, int turns, int burst, int size) {
    public static Ask of(String text) {
        String[] words = text.split(" ", -1);
        return new Ask(
                Integer.parseInt(words[0]),
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]));
    }

    /** As the request has it. */
    public String text() {
        return phase + " " + turns + " " + burst + " " + size;
    }
}
