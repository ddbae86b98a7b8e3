package dev.weir.lab.servers;

/** Something that answers. */
@FunctionalInterface
interface Server {
    /** Listens, and goes on listening after the method has returned or in it. */
    void start(Setup setup) throws Exception;
}
