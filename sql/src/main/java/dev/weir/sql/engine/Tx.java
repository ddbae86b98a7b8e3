package dev.weir.sql.engine;

import dev.weir.One;
import org.jspecify.annotations.Nullable;

/** A transaction, or a part of one that can be undone. The first of its ends counts. */
public interface Tx {
    /** Begins it; what is given runs statements in it. */
    One<Engine> begin();

    /** Ends it, and keeps what was done; gives when the connection is free again. */
    One<@Nullable Void> commit();

    /** Ends it, and undoes what was done; gives when the connection is free again, and does not fail. */
    One<@Nullable Void> rollback();

    /** Undoes it for somebody who does not wait, whatever runs in it; also before it has begun; does nothing if it is done. */
    void abandon();
}
