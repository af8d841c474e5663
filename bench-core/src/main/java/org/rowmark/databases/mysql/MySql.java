package org.rowmark.databases.mysql;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.databases.mysql.restore.MySqlRestorer;
import org.rowmark.databases.support.launch.BinaryDistribution;
import org.rowmark.databases.support.launch.BinaryDistributions;
import org.rowmark.db.Database;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;

/** MySQL. */
@AutoService(Database.class)
public final class MySql extends MySqlFamily {
    /** Where {@code mysqld --initialize} took the place of a script. */
    private static final String INITIALIZES_ITSELF = "5.7.6";

    /**
     * A new server knows {@code root@localhost} only, and 127.0.0.1 is called localhost by servers that resolve names
     * only.
     */
    private static final List<String> ROOT_OVER_TCP = List.of(
            "create user root@'127.0.0.1' identified by '';",
            "grant all privileges on *.* to root@'127.0.0.1' with grant option;");

    @Override
    public Optional<Restorer> restorer() {
        return Optional.of(new MySqlRestorer());
    }

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
        return List.of(
                Target.builtIn("mysql-5.7", id(), ServerKind.ARTIFACT).withSource("5.7"),
                Target.builtIn("mysql-8.0", id(), ServerKind.ARTIFACT).withSource("8.0"));
    }

    @Override
    MySqlDriver bundledDriver() {
        return MySqlDriver.CONNECTOR_J;
    }

    @Override
    public Map<String, BinaryDistribution> distributions() {
        return BinaryDistributions.MYSQL;
    }

    @Override
    String image() {
        return "mysql:8.4";
    }

    @Override
    List<String> programs() {
        return List.of("mysqld");
    }

    @Override
    String debianPackage() {
        return "mysql-community-server-core (of MySQL's own package source)";
    }

    @Override
    boolean isOurs(MySqlProgram program) {
        return !program.isMariaDb();
    }

    @Override
    void initialise(MySqlServer server, MySqlProgram program, Path data) throws IOException {
        if (!program.isFrom(INITIALIZES_ITSELF)) {
            Path script = server.home().program(server.target(), List.of("mysql_install_db"), debianPackage());
            server.initialise(data, List.of(script.toString(), "--no-defaults"));
            return;
        }
        Path users = Files.write(server.workspace().data().resolve("users.sql"), ROOT_OVER_TCP);
        server.initialise(
                data,
                List.of(program.path().toString(), "--no-defaults", "--initialize-insecure", "--init-file=" + users));
    }

    /**
     * The X protocol would listen at a port and a socket of its own. Packaged builds refuse to start where their
     * directory for files of LOAD DATA and SELECT INTO is missing; a private server may write them anywhere, as MariaDB's
     * do.
     */
    @Override
    List<String> options(MySqlServer server, MySqlProgram program) {
        return List.of("--loose-mysqlx=OFF", "--secure-file-priv=");
    }
}
