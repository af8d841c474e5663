package org.rowmark.databases;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.Endpoint;
import org.rowmark.db.Feature;
import org.rowmark.db.LocalProcess;
import org.rowmark.db.Secret;
import org.rowmark.db.Server;
import org.rowmark.db.ServerFacts;
import org.rowmark.db.ServerKind;
import org.rowmark.db.Target;
import org.rowmark.db.Workspace;

/**
 * Firebird. Settings are lines of firebird.conf, and {@code page_size}, which counts when the database is created.
 *
 * <p>The traffic of a local server is not encrypted (other databases' is not either), and its garbage collection is
 * cooperative: the default of the super server takes seconds of one CPU after many updates.
 */
@AutoService(Database.class)
public final class Firebird implements Database {
    /** One statement takes 255 contexts; the insert is one of them. */
    private static final int MOST_ROWS = 254;

    /** Debian's 3.0.11 among others: one server in four never reacts to a signal, however long one waits. */
    private static final LocalProcess.Stop STOP = LocalProcess.Stop.terminate(Duration.ofSeconds(3));

    @Override
    public String id() {
        return "firebird";
    }

    @Override
    public String name() {
        return "Firebird";
    }

    @Override
    public List<Target> targets() {
        return List.of(Target.builtIn("firebird", id(), ServerKind.LOCAL));
    }

    @Override
    public Dialect dialect() {
        return new FirebirdDialect();
    }

    private static final class FirebirdDialect implements Dialect {
        /** Without a character set the driver would reserve four bytes for each character of UTF8. */
        @Override
        public String textType(int length) {
            return "varchar(" + length + ") character set none";
        }

        @Override
        public String emptyTable(String table) {
            return "delete from " + table;
        }

        /** There is no VALUES with several rows; a parameter in a SELECT has no type of its own. */
        @Override
        public String insertRows(String table, List<String> columns, List<String> types, int rows) {
            String row = types.stream()
                    .map(type -> "cast(? as " + type + ")")
                    .collect(Collectors.joining(", ", "select ", " from rdb$database"));
            return "insert into " + table + " (" + String.join(", ", columns) + ") "
                    + String.join(" union all ", Collections.nCopies(rows, row));
        }

        @Override
        public int maxRowsPerInsert(int columns) {
            return MOST_ROWS;
        }
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(Feature.MULTI_ROW_INSERT, Feature.FETCH_SIZE);
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        return switch (target.server()) {
            case LOCAL -> Starting.local(target, workspace, Firebird::startLocal);
            case EXTERNAL -> Starting.external(target);
            default -> throw Starting.unknownKind(target, "local or external");
        };
    }

    /** A fresh port each time: Firebird waits silently for ten seconds where old connections linger on its port. */
    private static Server startLocal(Target target, Workspace workspace) throws IOException {
        FirebirdRoot root = FirebirdRoot.of(target, workspace);
        int port = LocalProcess.freePort();
        Secret password = root.configure(port);
        LocalProcess process = LocalProcess.start(root.server(), STOP);
        Endpoint endpoint = Endpoint.of(target, "jdbc:firebirdsql://127.0.0.1:" + port + "/" + FirebirdRoot.ALIAS)
                .as("SYSDBA", password)
                .with(Map.of("wireCrypt", "DISABLED", "encoding", "NONE"));
        return Starting.answering(target, process, endpoint, endpoint);
    }

    @Override
    public ServerFacts facts(Connection connection) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        for (String column : List.of(
                "page_size", "page_buffers", "forced_writes", "sweep_interval", "sql_dialect", "reserve_space")) {
            settings.put(column, Facts.value(connection, "select mon$" + column + " from mon$database"));
        }
        settings.put("ods", Facts.value(connection, "select mon$ods_major || '.' || mon$ods_minor from mon$database"));
        for (String variable : List.of("NETWORK_PROTOCOL", "WIRE_ENCRYPTED", "WIRE_COMPRESSED", "ISOLATION_LEVEL")) {
            settings.put(
                    variable,
                    Facts.value(connection, "select rdb$get_context('SYSTEM', '" + variable + "') from rdb$database"));
        }
        boolean waits = settings.get("forced_writes").equals("1");
        return new ServerFacts(
                Facts.version(connection),
                Facts.commitWaits(waits, "forced writes " + (waits ? "on" : "off")),
                settings);
    }
}
