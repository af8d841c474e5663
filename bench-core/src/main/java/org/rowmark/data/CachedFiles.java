package org.rowmark.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;

/** Files in the system's cache. */
public final class CachedFiles {
    private CachedFiles() {}

    /**
     * Takes a directory's files out of the system's cache, so that who reads them next is charged for them. What is not
     * on the disk yet stays. Linux only.
     */
    public static void drop(Path directory) throws IOException {
        List<String> words = List.of(
                "find", directory.toString(), "-type", "f", "-exec", "dd", "if={}", "iflag=nocache", "count=0", ";");
        new Tool(new Command(List.of(), words, Map.of(), Optional.empty(), Optional.empty())).run();
    }
}
