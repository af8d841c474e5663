package org.rowmark.databases;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.Drivers;
import org.rowmark.db.Endpoint;
import org.rowmark.db.Feature;
import org.rowmark.db.Names;
import org.rowmark.db.Server;
import org.rowmark.db.ServerFacts;
import org.rowmark.db.ServerKind;
import org.rowmark.db.Target;
import org.rowmark.db.UsageException;
import org.rowmark.db.Workspace;

/**
 * HSQLDB in the measuring JVM, with tables on disk. Settings are its database properties, given in the URL; it takes
 * most of them when it creates the database and leaves them alone afterwards.
 */
@AutoService(Database.class)
public final class Hsqldb implements Database {
    private static final String PROPERTIES =
            "select property_name, property_value from information_schema.system_properties";
    private static final List<String> SETTINGS = List.of(
            "hsqldb.cache_rows",
            "hsqldb.cache_size",
            "hsqldb.default_table_type",
            "hsqldb.log_data",
            "hsqldb.log_size",
            "hsqldb.nio_data_file",
            "hsqldb.nio_max_size",
            "hsqldb.tx",
            "hsqldb.tx_level",
            "hsqldb.write_delay",
            "hsqldb.write_delay_millis");

    @Override
    public String id() {
        return "hsqldb";
    }

    @Override
    public String name() {
        return "HSQLDB";
    }

    @Override
    public List<Target> targets() {
        return List.of(Target.builtIn("hsqldb", id(), ServerKind.EMBEDDED));
    }

    @Override
    public Dialect dialect() {
        return new Dialect() {
            /** The default is a table in memory. */
            @Override
            public String createTable(String table, String columns) {
                return "create cached table " + table + " (" + columns + ")";
            }
        };
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(Feature.MULTI_ROW_INSERT);
    }

    @Override
    public Server start(Target target, Workspace workspace) {
        return switch (target.server()) {
            case EMBEDDED -> Starting.embedded(target, embedded(target, workspace));
            case EXTERNAL -> Starting.external(target);
            default -> throw Starting.unknownKind(target, "embedded or external");
        };
    }

    /**
     * With shutdown=true the last connection to close frees the files for the next process. The database in the
     * workspace has no lock file: it outlives a fork that was killed by ten seconds, and nobody else knows the
     * workspace.
     */
    private static Endpoint embedded(Target target, Workspace workspace) {
        checkNames(target);
        String url = target.url()
                .orElseGet(() -> "jdbc:hsqldb:file:" + workspace.data().resolve("rowmark") + ";hsqldb.lock_file=false");
        return Starting.withDefaultUser(
                Endpoint.of(target, url + ";shutdown=true" + Starting.urlSettings(target.settings())), "SA");
    }

    /** HSQLDB ignores properties that it does not know, so an empty database in memory is asked for the names. */
    private static void checkNames(Target target) {
        Endpoint empty = Endpoint.of(target, "jdbc:hsqldb:mem:rowmark-names;shutdown=true");
        try (Connection connection = Drivers.connect(Starting.withDefaultUser(empty, "SA"), ConnectionMode.PLAIN)) {
            Set<String> known = Facts.pairs(connection, PROPERTIES).keySet();
            for (String name : target.settings().keySet()) {
                if (!known.contains(name)) {
                    throw Names.unknown("setting of target '" + target.name() + "':", name, known);
                }
            }
        } catch (SQLException e) {
            throw new UsageException("target '" + target.name() + "': " + e.getMessage(), e);
        }
    }

    @Override
    public ServerFacts facts(Connection connection) throws SQLException {
        Map<String, String> settings =
                Facts.pairs(connection, PROPERTIES + " where property_name in (" + Facts.quoted(SETTINGS) + ")");
        boolean waits = settings.get("hsqldb.write_delay").equals("false");
        String because =
                waits ? "WRITE DELAY FALSE" : "WRITE DELAY " + settings.get("hsqldb.write_delay_millis") + " ms";
        return new ServerFacts(Facts.version(connection), Facts.commitWaits(waits, because), settings);
    }
}
