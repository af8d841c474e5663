package org.rowmark.databases;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.db.Server;
import org.rowmark.db.ServerFacts;
import org.rowmark.db.ServerKind;
import org.rowmark.db.Target;
import org.rowmark.db.Workspace;

/** MySQL, reached by URL. */
@AutoService(Database.class)
public final class MySql implements Database {
    @Override
    public String id() {
        return "mysql";
    }

    @Override
    public String name() {
        return "MySQL";
    }

    @Override
    public List<Target> targets() {
        return List.of();
    }

    @Override
    public Dialect dialect() {
        return MySqlFamily.dialect();
    }

    @Override
    public Set<Feature> features() {
        return MySqlFamily.features();
    }

    @Override
    public Map<String, String> properties(ConnectionMode mode) {
        return MySqlFamily.properties(mode);
    }

    @Override
    public Server start(Target target, Workspace workspace) {
        if (target.server() != ServerKind.EXTERNAL) {
            throw Starting.unknownKind(target, "external with url: jdbc:mysql://host:port/database");
        }
        return Starting.external(target);
    }

    @Override
    public ServerFacts facts(Connection connection) throws SQLException {
        return MySqlFamily.facts(connection);
    }
}
