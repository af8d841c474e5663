package org.rowmark.targets;

import java.nio.file.Path;

/**
 * Where a target's server may write.
 *
 * @param data a directory of the target's own; it exists, is kept for the whole run, and is removed at its end
 * @param log the file that takes the server's own output; appended to
 */
public record Workspace(Path data, Path log) {}
