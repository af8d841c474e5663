package org.rowmark.options;

import java.nio.file.Path;

/** The data of a run. */
public record DataOptions(Path directory, long seed, DataCacheMode cache) {
    /** The seed where the user gives none: always the same, so that the next run finds its data in the cache. */
    private static final long USUAL_SEED = 1;

    /** Completes the user's options. */
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
}
