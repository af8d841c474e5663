package org.rowmark.databases;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.db.Server;
import org.rowmark.db.ServerFacts;
import org.rowmark.db.ServerKind;
import org.rowmark.db.Target;
import org.rowmark.db.Workspace;

/** Microsoft SQL Server, reached by URL. */
@AutoService(Database.class)
public final class SqlServer implements Database {
    /** A call takes 2,100 parameters; the driver's sp_prepexec has three of its own. */
    private static final int MOST_PARAMETERS = 2_097;

    private static final int MOST_ROWS = 1_000;

    private static final List<String> CONFIGURATION = List.of(
            "max server memory (MB)",
            "min server memory (MB)",
            "max degree of parallelism",
            "cost threshold for parallelism",
            "network packet size (B)",
            "optimize for ad hoc workloads");

    private static final List<String> DATABASE = List.of(
            "compatibility_level",
            "delayed_durability_desc",
            "is_read_committed_snapshot_on",
            "page_verify_option_desc",
            "recovery_model_desc",
            "target_recovery_time_in_seconds");

    @Override
    public String id() {
        return "sqlserver";
    }

    @Override
    public String name() {
        return "Microsoft SQL Server";
    }

    @Override
    public List<Target> targets() {
        return List.of();
    }

    @Override
    public Dialect dialect() {
        return new Dialect() {
            @Override
            public int maxRowsPerInsert(int columns) {
                return Math.min(MOST_ROWS, MOST_PARAMETERS / columns);
            }
        };
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(Feature.MULTI_ROW_INSERT, Feature.FETCH_SIZE);
    }

    /** Without a server cursor the driver reads the whole result as one stream, whatever the fetch size. */
    @Override
    public Map<String, String> properties(ConnectionMode mode) {
        return mode == ConnectionMode.CURSOR_FETCH ? Map.of("selectMethod", "cursor") : Map.of();
    }

    @Override
    public Server start(Target target, Workspace workspace) {
        if (target.server() != ServerKind.EXTERNAL) {
            throw Starting.unknownKind(target, "external with url: jdbc:sqlserver://host:port;databaseName=…");
        }
        return Starting.external(target);
    }

    @Override
    public ServerFacts facts(Connection connection) throws SQLException {
        Map<String, String> settings = new TreeMap<>(Facts.pairs(
                connection,
                "select name, cast(value_in_use as varchar(40)) from sys.configurations where name in ("
                        + Facts.quoted(CONFIGURATION) + ")"));
        for (String column : DATABASE) {
            settings.put(
                    column,
                    Facts.value(
                            connection,
                            "select cast(" + column
                                    + " as varchar(60)) from sys.databases where database_id = db_id()"));
        }
        String delayed = settings.get("delayed_durability_desc");
        return new ServerFacts(
                Facts.value(connection, "select @@version"),
                Facts.commitWaits(!delayed.equals("FORCED"), "delayed_durability=" + delayed),
                settings);
    }
}
