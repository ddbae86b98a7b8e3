package dev.weir.lab;

/** The command line asks for something that there is not. */
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
        super(message);
    }

    /** Ends the program with what is wrong. */
    void tell() {
        System.err.println("weir lab: " + getMessage());
        System.exit(2);
    }
}
