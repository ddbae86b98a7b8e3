package dev.weir.lab.load;

import java.io.IOException;
import java.util.List;

/** Puts load on servers. */
@FunctionalInterface
public interface Generator {
    /** Sends requests for so many seconds, and waits for the end. */
    Load run(List<String> urls, double seconds) throws IOException, InterruptedException;
}
