package org.rowmark.databases.duckdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.rowmark.databases.support.restore.EmbeddedRestorer;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/**
 * A directory with a file of CSV per table and two scripts. The first one makes tables and indexes, so that indexes are
 * kept up while rows come in and there is no phase of them.
 */
public final class DuckDbImportDatabase implements RestoreMethod {
    private static final List<String> SCRIPTS = List.of("schema.sql", "load.sql");

    @Override
    public String name() {
        return "import-database";
    }

    @Override
    public String meaning() {
        return "IMPORT DATABASE: the scripts and CSV files that EXPORT DATABASE wrote";
    }

    @Override
    public String format() {
        return "csv";
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        return new DuckDbRestorer().missing(site);
    }

    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException, SQLException {
        EmbeddedRestorer.open(
                new DuckDbRestorer().endpoint(site, source), "export database " + EmbeddedRestorer.quoted(backup));
    }

    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException {
        for (String script : SCRIPTS) {
            if (!Files.isRegularFile(job.backup().resolve(script))) {
                throw EmbeddedRestorer.noBackup(
                        job.backup(), "a directory that EXPORT DATABASE made: it has no " + script);
            }
        }
        Endpoint restored = new DuckDbRestorer().endpoint(site, job.name());
        String run = "import database " + EmbeddedRestorer.quoted(job.backup());
        return () -> EmbeddedRestorer.open(restored, run);
    }
}
