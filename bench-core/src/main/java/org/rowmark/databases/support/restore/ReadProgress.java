package org.rowmark.databases.support.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** The progress line of reading a file. */
public record ReadProgress(long all, Consumer<String> progress) implements LongConsumer {
    private static final long MEGABYTE = 1_000_000;

    public static ReadProgress of(Path file, Consumer<String> progress) throws IOException {
        return new ReadProgress(Files.size(file), progress);
    }

    @Override
    public void accept(long read) {
        progress.accept(read / MEGABYTE + " of " + all / MEGABYTE + " MB read");
    }
}
