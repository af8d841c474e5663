package org.rowmark.databases.firebird;

import com.google.auto.service.AutoService;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.Launcher;
import org.rowmark.db.Monitor;
import org.rowmark.db.ServerInfo;
import org.rowmark.db.sql.SqlPiece;

/** InterBase 2007 and later on external servers, by the user's driver; not verified, as neither is freely available. */
@AutoService(Database.class)
public final class Interbase extends Database {
    /**
     * The pieces that Firebird has too, which descends from InterBase. Without a character set Firebird's driver would
     * reserve four bytes for each character of UTF8; FETCH FIRST came with version 3 of Firebird.
     */
    static final Map<SqlPiece, String> COMMON = Map.of(
            SqlPiece.TEXT_TYPE, "varchar(%s) character set none",
            SqlPiece.FIXED_TEXT_TYPE, "char(%s) character set none",
            SqlPiece.EMPTY_TABLE, "delete from %s",
            SqlPiece.LIMIT, "%s rows %s",
            SqlPiece.PING, "select 1 from rdb$database");

    public Interbase() {
        super("interbase", "InterBase", 3050);
    }

    /** Returns the SQL of dialect 3. */
    @Override
    public Dialect dialect() {
        Map<SqlPiece, String> pieces = new EnumMap<>(COMMON);
        pieces.put(SqlPiece.BIGINT_TYPE, "numeric(18, 0)");
        return new Dialect() {
            @Override
            public Map<SqlPiece, String> pieces() {
                return pieces;
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
