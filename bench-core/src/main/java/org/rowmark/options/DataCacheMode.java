package org.rowmark.options;

import java.time.Duration;
import org.rowmark.util.Choice;

/** The use of data directories that earlier runs have loaded. */
public enum DataCacheMode implements Choice {
    /** Used, and kept however short loading took. */
    ON,
    /** Used, and kept where loading took long. */
    AUTO,
    /** Neither used nor kept. */
    OFF;

    /** The loading from which on a copy in the cache is worth its disk space. */
    private static final Duration LONG = Duration.ofSeconds(10);

    /** Returns whether data is to be kept whose loading took that time. */
    public boolean keeps(Duration loading) {
        return this == ON || (this == AUTO && loading.compareTo(LONG) >= 0);
    }
}
