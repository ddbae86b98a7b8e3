package dev.weir.net.http.client.call;

import org.jspecify.annotations.Nullable;

/** Makes the failures that users see. */
@FunctionalInterface
public interface FailureMaker {
    RuntimeException of(Trouble trouble, String message, @Nullable Throwable cause, Repeat repeat);
}
