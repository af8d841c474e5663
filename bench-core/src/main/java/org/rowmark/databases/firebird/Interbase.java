package org.rowmark.databases.firebird;

import com.google.auto.service.AutoService;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverAdapter;
import org.rowmark.db.Feature;
import org.rowmark.db.Launcher;
import org.rowmark.db.Monitor;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/**
 * InterBase 2007 and later on external servers, through the driver of the user's own installation. Not verified:
 * neither server nor driver is freely available, so everything that is not certain of every version is left out.
 */
@AutoService(Database.class)
public final class Interbase implements Database {
    @Override
    public String id() {
        return "interbase";
    }

    @Override
    public String name() {
        return "InterBase";
    }

    @Override
    public Dialect dialect() {
        return new InterbaseSql() {
            /** Returns a type of an older character set: UTF8 came after 2007. */
            @Override
            public String unicodeTextType(int length) {
                return "varchar(" + length + ") character set unicode_fss";
            }

            /** Returns the 64-bit numbers of SQL dialect 3. */
            @Override
            public String bigintType() {
                return "numeric(18, 0)";
            }
        };
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.noneOf(Feature.class);
    }

    @Override
    public OptionalInt port() {
        return OptionalInt.of(3050);
    }

    @Override
    public Launcher launcher() {
        return Interbase::start;
    }

    @Override
    public Monitor monitor() {
        return connection -> new ServerInfo(
                ServerInfoQueries.version(connection),
                ServerInfoQueries.commitUnknown("forced writes is not queried; see gstat -header"),
                Map.of());
    }

    @Override
    public DriverAdapter driver() {
        return new DriverAdapter() {
            @Override
            public Optional<String> driverClass() {
                return Optional.of("interbase.interclient.Driver");
            }
        };
    }

    /** The SQL of InterBase, in dialect 3, and of Firebird, which descends from it. */
    interface InterbaseSql extends Dialect {
        /** Without a character set Firebird's driver would reserve four bytes for each character of UTF8. */
        @Override
        default String textType(int length) {
            return "varchar(" + length + ") character set none";
        }

        @Override
        default String fixedTextType(int length) {
            return "char(" + length + ") character set none";
        }

        @Override
        default String emptyTable(String table) {
            return "delete from " + table;
        }

        /** Limits by ROWS, which all versions have; FETCH FIRST came with version 3 of Firebird. */
        @Override
        default String limit(String query, long rows) {
            return query + " rows " + rows;
        }

        @Override
        default String ping() {
            return "select 1 from rdb$database";
        }
    }

    private static Server start(Target target, Workspace workspace) {
        if (target.server() != ServerKind.EXTERNAL) {
            throw ServerStarts.unknownKind(target, "external");
        }
        if (target.driver().isEmpty()) {
            throw target.problem("InterBase's driver is not bundled; give the path of your installation's"
                    + " interclient.jar as driver:");
        }
        return ServerStarts.external(target);
    }
}
