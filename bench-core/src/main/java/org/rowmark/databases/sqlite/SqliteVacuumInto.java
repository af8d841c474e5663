package org.rowmark.databases.sqlite;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.support.restore.EmbeddedRestorer;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.RestoreOption;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/** Rows and indexes are written anew and without gaps, in pages of the size asked for. */
public final class SqliteVacuumInto implements RestoreMethod {
    @Override
    public String name() {
        return "vacuum-into";
    }

    @Override
    public String meaning() {
        return "VACUUM INTO: rows and indexes written anew from a copy of the database";
    }

    @Override
    public String format() {
        return "copy";
    }

    @Override
    public Set<RestoreOption> choices() {
        return EnumSet.of(RestoreOption.PAGE_SIZE);
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        return new SqliteRestorer().missing(site);
    }

    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException, SQLException {
        SqliteBackupApi.backUp(new SqliteRestorer().endpoint(site, source), backup);
    }

    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException {
        SqliteRestorer.pagesOfBackup(site, job.backup());
        Endpoint backup = SqliteRestorer.onlyRead(site, job.backup());
        Endpoint restored = new SqliteRestorer().endpoint(site, job.name());
        List<String> statements = new ArrayList<>();
        job.pageSize().ifPresent(bytes -> statements.add("pragma page_size = " + bytes));
        statements.add("vacuum into " + EmbeddedRestorer.quoted(SqliteRestorer.file(site, job.name())));
        return () -> {
            EmbeddedRestorer.open(backup, statements.toArray(String[]::new));
            SqliteRestorer.pages(restored);
        };
    }
}
