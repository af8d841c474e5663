package org.rowmark.databases.mysql.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import org.rowmark.databases.mysql.MySqlProduct;
import org.rowmark.databases.mysql.restore.MySqlClient.Kind;
import org.rowmark.databases.support.restore.BackupFile;
import org.rowmark.databases.support.restore.BackupFile.SqlDump;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.RunningTarget;

/**
 * A dump of SQL statements through the client's standard input. Each table's indexes are declared with the table, so
 * they grow with its rows: phases cannot be distinguished.
 */
public record MySqlClientRestore(String name, String meaning, String format, MySqlProduct product, Restorer restorer)
        implements RestoreMethod {
    public static final SqlDump DUMP =
            new SqlDump(Pattern.compile("^-- (MariaDB|MySQL) dump ", Pattern.MULTILINE), "-- Dump completed");

    MySqlClientRestore(String name, MySqlProduct product, Restorer restorer) {
        this(name, "the command-line client reads an SQL dump from its standard input", "sql", product, restorer);
    }

    @Override
    public Optional<String> missing(RunningTarget running) {
        return MySqlClient.missing(running, product, List.of(Kind.DUMP, Kind.SHELL));
    }

    @Override
    public Map<String, String> programs(RunningTarget running) throws IOException {
        return MySqlClient.versions(running, product, Kind.SHELL);
    }

    @Override
    public void backUp(RunningTarget running, String source, Path backup) throws IOException {
        MySqlClient.require(running, product, Kind.DUMP)
                .dump(running, List.of("--routines", "--events", "--hex-blob", "--result-file=" + backup, source));
    }

    @Override
    public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
        MySqlClient client = MySqlClient.require(running, product, Kind.SHELL);
        LongConsumer progress = BackupFile.progress(DUMP.require(job.backup()), job.progress());
        return () -> {
            restorer.create(running, job.name());
            client.run(running, List.of("--database=" + job.name()), Optional.of(job.backup()), line -> {}, progress);
        };
    }
}
