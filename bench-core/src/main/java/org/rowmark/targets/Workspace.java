package org.rowmark.targets;

import java.nio.file.Path;
import java.util.List;

/**
 * The places where a target's server may write, and how its process starts.
 *
 * @param data an existing directory of the target's own, removed at the end of the run
 * @param log the file to which the server's own output is appended
 * @param prefix a program that replaces itself by the server's, with its arguments; empty for none
 */
public record Workspace(Path data, Path log, List<String> prefix) {
    public Workspace {
        prefix = List.copyOf(prefix);
    }

    /** Creates a workspace whose server starts as it is. */
    public Workspace(Path data, Path log) {
        this(data, log, List.of());
    }

    /** Returns the file in which a link to the server counts, beside the server's own directory. */
    public Path linkCounters() {
        return data.resolveSibling(".link-" + data.getFileName());
    }
}
