package org.rowmark.databases.mysql.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.mysql.restore.MySqlClient.Kind;
import org.rowmark.databases.support.restore.PhaseTimer;
import org.rowmark.db.Databases;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.RestoreOption;
import org.rowmark.targets.RunningTarget;

/**
 * A dump by {@code --tab}, a file of definitions and a file of rows per table, loaded table by table: the tables without
 * their secondary indexes and foreign keys, then the rows, then the indexes and keys. Without indexes is with primary keys
 * only.
 */
abstract class MySqlFamilyTabRestore implements RestoreMethod {
    @Override
    public String name() {
        return "tab";
    }

    @Override
    public String meaning() {
        return "files of a --tab dump by LOAD DATA, in one or several jobs, the indexes afterwards";
    }

    @Override
    public String format() {
        return "tab";
    }

    @Override
    public Set<RestoreOption> choices() {
        return EnumSet.of(RestoreOption.INACTIVE_INDEXES, RestoreOption.JOBS);
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        return MySqlClient.missing(site, List.of(Kind.DUMP, Kind.SHELL, Kind.IMPORT))
                .or(() -> ServerSideDump.missing(site));
    }

    @Override
    public Map<String, String> programs(RunningTarget site) throws IOException {
        return MySqlClient.versions(site, Kind.IMPORT);
    }

    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException {
        ServerSideDump.dump(site, MySqlClient.require(site, Kind.DUMP), source, backup);
    }

    /** @throws org.rowmark.util.UsageException if the backup is not what {@code --tab} makes */
    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException, SQLException {
        MySqlTabFiles files = MySqlTabFiles.in(job.backup());
        return new MySqlTabRestoring(
                site,
                job,
                Databases.named(site.target().database()).restorer().orElseThrow(),
                files,
                MySqlClient.require(site, Kind.SHELL),
                MySqlClient.require(site, Kind.IMPORT),
                new PhaseTimer());
    }
}
