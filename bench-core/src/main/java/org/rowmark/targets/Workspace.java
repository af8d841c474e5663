package org.rowmark.targets;

import java.nio.file.Path;

/**
 * The places where a target's server may write.
 *
 * @param data an existing directory of the target's own, removed at the end of the run
 * @param log the file to which the server's own output is appended
 */
public record Workspace(Path data, Path log) {}
