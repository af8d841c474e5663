package org.rowmark.databases.firebird;

import com.google.auto.service.AutoService;
import java.util.Map;
import java.util.Optional;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.Launcher;
import org.rowmark.db.Monitor;
import org.rowmark.db.ServerInfo;

/**
 * InterBase 2007 and later on external servers, by the driver of the user's own installation. Not verified, as neither
 * server nor driver is freely available: what is not certain of every version is left out.
 */
@AutoService(Database.class)
public final class Interbase extends Database {
    public Interbase() {
        super("interbase", "InterBase", 3050);
    }

    @Override
    public Dialect dialect() {
        return new InterbaseSql() {
            /** Returns the 64-bit numbers of SQL dialect 3. */
            @Override
            public String bigintType() {
                return "numeric(18, 0)";
            }
        };
    }

    @Override
    public Launcher launcher() {
        return (target, workspace) -> ServerStarts.external(target);
    }

    @Override
    public Monitor monitor() {
        String because = "forced writes is not queried; see gstat -header";
        return connection -> new ServerInfo(
                ServerInfoQueries.version(connection), ServerInfoQueries.commitUnknown(because), Map.of());
    }

    @Override
    public Optional<String> driverClass() {
        return Optional.of("interbase.interclient.Driver");
    }
}
