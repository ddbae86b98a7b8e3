package dev.weir;

import dev.weir.op.kernel.root.Argument;
import java.util.function.Consumer;

/** How a subscription ended. */
public enum Ending {
    COMPLETED,
    FAILED,
    CANCELLED;

    /** What calls an action at a cancellation alone. */
    static Consumer<Ending> whenCancelled(Runnable action) {
        Argument.given(action, "doOnCancel: the action");
        return ending -> {
            if (ending == CANCELLED) {
                action.run();
            }
        };
    }
}
