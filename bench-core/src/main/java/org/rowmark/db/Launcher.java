package org.rowmark.db;

import java.io.IOException;
import java.util.Optional;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** The start of a product's servers: embedded, external, local, from artifacts, in containers. */
public interface Launcher {

    /** Returns what this machine lacks to start the target, as the end of "needs …": a package, a download, Docker. */
    default Optional<String> missing(Target target) {
        return Optional.empty();
    }

    /** Starts the target's server, or finds it; again for every round, with the same workspace and its data. */
    Server start(Target target, Workspace workspace) throws IOException;

    /** Returns the data files of the target's private server; empty if a server cannot take over another's. */
    default Optional<DataFiles> dataFiles(Target target) {
        return Optional.empty();
    }
}
