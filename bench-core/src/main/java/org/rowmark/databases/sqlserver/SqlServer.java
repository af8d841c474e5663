package org.rowmark.databases.sqlserver;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.rowmark.databases.sqlserver.restore.SqlServerRestorer;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverAdapter;
import org.rowmark.db.Feature;
import org.rowmark.db.Launcher;
import org.rowmark.db.Loader;
import org.rowmark.db.MemorySetting;
import org.rowmark.db.Monitor;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.db.restore.Restorer;
import org.rowmark.util.ByteSize;

/**
 * Microsoft SQL Server by URL or in a container, and other servers that understand T-SQL and work with its driver. As such
 * servers lack one thing or another, nothing is taken for granted: see {@link SqlServerFeatures}.
 *
 * <p>Text parameters are sent as Unicode, the driver's default: that keeps every character in every column. A URL with
 * {@code sendStringParametersAsUnicode=false} sends them in the collation's code page, which {@code varchar} keys need
 * for an index seek under SQL collations, and which loses the characters that the code page does not have.
 */
@AutoService(Database.class)
public final class SqlServer implements Database {
    @Override
    public String id() {
        return "sqlserver";
    }

    @Override
    public String name() {
        return "Microsoft SQL Server";
    }

    /** SQL Server 2012; Babelfish reports 12. */
    @Override
    public Optional<String> leastVersion() {
        return Optional.of("11");
    }

    @Override
    public Dialect dialect() {
        return new SqlServerDialect();
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.copyOf(SqlServerFeatures.IN_ORDER);
    }

    @Override
    public Set<Feature> features(Connection connection) {
        return SqlServerFeatures.of(connection, dialect());
    }

    @Override
    public OptionalInt port() {
        return OptionalInt.of(1433);
    }

    @Override
    public Launcher launcher() {
        return new SqlServerLauncher();
    }

    @Override
    public Monitor monitor() {
        return new SqlServerMonitor();
    }

    @Override
    public DriverAdapter driver() {
        return new SqlServerDriver();
    }

    @Override
    public Loader loader() {
        return new SqlServerLoader(dialect());
    }

    @Override
    public Optional<RuntimeSettings> settings() {
        return Optional.of(new SqlServerSettings());
    }

    @Override
    public Optional<MemorySetting> memory() {
        return Optional.of(MemorySetting.ofUnits(SqlServerSettings.MEMORY, 128 * ByteSize.MIB, ByteSize.MIB));
    }

    @Override
    public Optional<Restorer> restorer() {
        return Optional.of(new SqlServerRestorer());
    }
}
