package dev.weir.rsocket;

import org.jspecify.annotations.Nullable;

/**
 * What a peer was told, or has told us, of what went wrong. Each code of the protocol has its type ("Error Codes" of the
 * protocol); those from 0x301 on are the applications' own: {@link Custom}. Only {@link Rejected} says that the request was
 * certainly not processed. A handler's goes to the peer with its message, save one with a cause: that is logged, and the peer
 * told of an internal error.
 */
public sealed class RSocketException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    private RSocketException(int code, @Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** The code, unsigned. */
    public int code() {
        return code;
    }

    /** Whether the request was certainly not processed, so that it may be sent again, wherever. */
    public boolean isUnprocessed() {
        return this instanceof Rejected;
    }

    /** The exception of a code; those that the protocol does not know are {@link Custom}. */
    public static RSocketException of(int code, @Nullable String message) {
        return switch (code) {
            case InvalidSetup.CODE -> new InvalidSetup(message);
            case UnsupportedSetup.CODE -> new UnsupportedSetup(message);
            case RejectedSetup.CODE -> new RejectedSetup(message);
            case RejectedResume.CODE -> new RejectedResume(message);
            case ConnectionError.CODE -> new ConnectionError(message, null);
            case ConnectionClose.CODE -> new ConnectionClose(message);
            case ApplicationError.CODE -> new ApplicationError(message);
            case Rejected.CODE -> new Rejected(message);
            case Canceled.CODE -> new Canceled(message);
            case Invalid.CODE -> new Invalid(message);
            default -> new Custom(code, message);
        };
    }

    /** The setup was not understood. */
    public static final class InvalidSetup extends RSocketException {
        public static final int CODE = 0x001;
        private static final long serialVersionUID = 1L;

        public InvalidSetup(@Nullable String message) {
            super(CODE, message, null);
        }
    }

    /** The setup asks for something that the server does not have. */
    public static final class UnsupportedSetup extends RSocketException {
        public static final int CODE = 0x002;
        private static final long serialVersionUID = 1L;

        public UnsupportedSetup(@Nullable String message) {
            super(CODE, message, null);
        }
    }

    /** The server does not want to speak. */
    public static final class RejectedSetup extends RSocketException {
        public static final int CODE = 0x003;
        private static final long serialVersionUID = 1L;

        public RejectedSetup(@Nullable String message) {
            super(CODE, message, null);
        }
    }

    /** The session can't be resumed. */
    public static final class RejectedResume extends RSocketException {
        public static final int CODE = 0x004;
        private static final long serialVersionUID = 1L;

        public RejectedResume(@Nullable String message) {
            super(CODE, message, null);
        }
    }

    /** The connection has failed, and what ran on it; whether requests were processed is not known. */
    public static final class ConnectionError extends RSocketException {
        public static final int CODE = 0x101;
        private static final long serialVersionUID = 1L;

        public ConnectionError(@Nullable String message, @Nullable Throwable cause) {
            super(CODE, message, cause);
        }
    }

    /** The connection is closed when its streams have ended. */
    public static final class ConnectionClose extends RSocketException {
        public static final int CODE = 0x102;
        private static final long serialVersionUID = 1L;

        public ConnectionClose(@Nullable String message) {
            super(CODE, message, null);
        }
    }

    /** The request has failed where it was processed. */
    public static final class ApplicationError extends RSocketException {
        public static final int CODE = 0x201;
        private static final long serialVersionUID = 1L;

        public ApplicationError(@Nullable String message) {
            super(CODE, message, null);
        }
    }

    /** The request was refused, and certainly not processed. */
    public static final class Rejected extends RSocketException {
        public static final int CODE = 0x202;
        private static final long serialVersionUID = 1L;

        public Rejected(@Nullable String message) {
            super(CODE, message, null);
        }
    }

    /** The request was given up by whoever answered it; perhaps it was processed. */
    public static final class Canceled extends RSocketException {
        public static final int CODE = 0x203;
        private static final long serialVersionUID = 1L;

        public Canceled(@Nullable String message) {
            super(CODE, message, null);
        }
    }

    /** The request was not understood, or one of the two sides broke the rules of the stream. */
    public static final class Invalid extends RSocketException {
        public static final int CODE = 0x204;
        private static final long serialVersionUID = 1L;

        public Invalid(@Nullable String message) {
            super(CODE, message, null);
        }

        /** Of what has come to us: who asks us is not told. */
        Invalid(String message, Throwable cause) {
            super(CODE, message, cause);
        }
    }

    /** An error of the application's own. */
    public static final class Custom extends RSocketException {
        private static final long serialVersionUID = 1L;

        public Custom(int code, @Nullable String message) {
            super(code, message, null);
        }
    }
}
