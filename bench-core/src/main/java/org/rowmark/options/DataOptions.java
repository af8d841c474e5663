package org.rowmark.options;

import java.nio.file.Path;
import java.time.Duration;
import org.rowmark.util.Choice;

public record DataOptions(Path directory, long seed, DataCacheMode cache) {
    /** The seed where the user gives none: always the same, so that the next run finds its data in the cache. */
    private static final long USUAL_SEED = 1;

    public static DataOptions of(RunOptions options) {
        return new DataOptions(
                options.get(RunOption.DATA_DIR).orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"))),
                seed(options),
                options.get(RunOption.DATA_CACHE).orElse(DataCacheMode.AUTO));
    }

    static long seed(RunOptions options) {
        return options.get(RunOption.DATA_SEED)
                .or(() -> options.get(RunOption.SEED))
                .orElse(USUAL_SEED);
    }

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
}
