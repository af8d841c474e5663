package org.rowmark.workloads.data;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.db.Launcher;
import org.rowmark.db.Monitor;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;

/** H2 in memory that refuses the first query of a connection for cursors, although one of its targets promises them. */
public final class CursorDatabase extends Database {
    static final Target WITH_CURSORS = target("with-cursors");
    static final Target WITHOUT_CURSORS = target("without-cursors");

    private static Target target(String name) {
        return Target.builtIn(name, "cursors", ServerKind.EMBEDDED)
                .withUrl("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
    }

    public CursorDatabase() {
        super("cursors", "Cursors", NO_PORT, Feature.FETCH_SIZE);
    }

    @Override
    public List<Target> targets() {
        return List.of();
    }

    @Override
    public Dialect dialect() {
        return new Dialect() {
            @Override
            public String ping() {
                return "select 1 from refused_cursors";
            }
        };
    }

    @Override
    public Set<Feature> features(Connection connection) throws SQLException {
        return connection.getMetaData().getURL().endsWith("with-cursors") ? features() : Set.of();
    }

    @Override
    public Launcher launcher() {
        return Databases.named("h2").launcher();
    }

    @Override
    public Monitor monitor() {
        return Databases.named("h2").monitor();
    }
}
