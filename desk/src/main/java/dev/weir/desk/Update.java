package dev.weir.desk;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What somebody who knew one table has to learn to know a newer one.
 *
 * @param known what was told before, empty at first
 */
record Update(Table known, Table now) {
    static final Update NONE = new Update(Table.EMPTY, Table.EMPTY);

    /** What there is to tell after this; nothing new if the table is an older one that came late. */
    Update then(Table next) {
        return next.version() > now.version() ? new Update(now, next) : this;
    }

    /** The rates that are not known yet. */
    Map<Currency, Rate> changes() {
        Map<Currency, Rate> changes = new LinkedHashMap<>(now.rates());
        changes.entrySet().removeAll(known.rates().entrySet());
        return changes;
    }
}
