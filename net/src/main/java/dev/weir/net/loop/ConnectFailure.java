package dev.weir.net.loop;

import io.netty.channel.unix.Errors.NativeIoException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.NoRouteToHostException;
import java.net.SocketException;

/** What the operating system says of a connection that can't be made or held, in plain words. */
public final class ConnectFailure {
    /* As in Linux's errno.h: what epoll tells has a number, what the JDK tells has none. */
    static final int DENIED = 13;
    static final int IN_USE = 98;
    static final int NOT_OURS = 99;
    private static final int OUT_OF_FILES = 24;

    private ConnectFailure() {}

    /** As {@code connection refused}. */
    public static String text(Throwable failure) {
        if (isOutOfFiles(failure)) {
            return "too many open files: this process has as many as it may have (ulimit -n)";
        }
        return switch (bare(failure)) {
            case FileNotFoundException none -> "no such file or directory";
            case NoRouteToHostException none -> "no route to host";
            case SocketException said when said.getMessage() != null -> words(said.getMessage());
            case NativeIoException said -> words(String.valueOf(said.getMessage()));
            case IOException other when other.getMessage() != null -> other.getMessage();
            case Throwable other -> other.toString();
        };
    }

    /** Netty 4.2.18 puts the address behind it. */
    private static Throwable bare(Throwable failure) {
        return failure instanceof SocketException && failure.getCause() instanceof IOException cause ? cause : failure;
    }

    /** Epoll's are behind the call and its number. */
    private static String words(String message) {
        int call = message.indexOf("): ");
        String words = call < 0 ? message : message.substring(call + 3);
        return words.isEmpty() ? message : Character.toLowerCase(words.charAt(0)) + words.substring(1);
    }

    /** Whether the process has no file descriptor left, as far as that is told. */
    static boolean isOutOfFiles(Throwable failure) {
        return is(OUT_OF_FILES, failure);
    }

    static boolean is(int error, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof NativeIoException said && said.expectedErr() == -error) {
                return true;
            }
        }
        return false;
    }
}
