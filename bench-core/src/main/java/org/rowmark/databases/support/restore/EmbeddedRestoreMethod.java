package org.rowmark.databases.support.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.RestoreOption;
import org.rowmark.targets.RunningTarget;

/** A method of restoring an embedded database; the components are what {@link RestoreMethod} describes. */
public record EmbeddedRestoreMethod(
        EmbeddedRestorer restorer,
        String name,
        String meaning,
        String format,
        Set<RestoreOption> choices,
        Backup backup,
        Preparation preparation)
        implements RestoreMethod {

    /** See {@link RestoreMethod#backUp}. */
    @FunctionalInterface
    public interface Backup {
        void make(RunningTarget running, String source, Path backup) throws IOException, SQLException;
    }

    /** See {@link RestoreMethod#prepare}. */
    @FunctionalInterface
    public interface Preparation {
        PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException;
    }

    @Override
    public Optional<String> missing(RunningTarget running) {
        return restorer.url(running).isPresent()
                ? Optional.empty()
                : Optional.of("a database in files that this process opens; this one is at "
                        + running.endpoint().url());
    }

    @Override
    public void backUp(RunningTarget running, String source, Path file) throws IOException, SQLException {
        backup.make(running, source, file);
    }

    @Override
    public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
        return preparation.prepare(running, job);
    }
}
