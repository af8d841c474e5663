package org.rowmark.db;

import java.io.IOException;
import java.util.Optional;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** The start of a product's servers: embedded, external, local, from artifacts, in containers. */
public interface Launcher {

    /**
     * Finds what this machine lacks to start the target, without starting, connecting or downloading: a package, a
     * download, Docker.
     *
     * @return the end of "needs …"; empty if nothing is known to be missing
     */
    default Optional<String> missing(Target target) {
        return Optional.empty();
    }

    /**
     * Starts the target's server, or finds where it is. Called in the orchestrating process only, again for every round
     * with the same workspace; the data of earlier rounds must still be there.
     *
     * @throws org.rowmark.util.UsageException when the target cannot be started as described: binaries missing, unknown
     *     setting, kind of server not known for this product
     * @throws IOException when starting failed
     */
    Server start(Target target, Workspace workspace) throws IOException;

    /**
     * Returns the files of the data of the target's private server, which later runs may start from.
     *
     * @return empty if a server cannot take over the files of another one
     */
    default Optional<DataFiles> dataFiles(Target target) {
        return Optional.empty();
    }
}
