package org.rowmark.databases.mysql;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.databases.mysql.restore.MariaDbRestorer;
import org.rowmark.databases.support.launch.BinaryDistribution;
import org.rowmark.databases.support.launch.BinaryDistributions;
import org.rowmark.db.Database;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;

/** MariaDB, through its own driver or MySQL's. */
@AutoService(Database.class)
public final class MariaDb extends MySqlFamily {
    /** Where the version in the greeting is the server's own again; before, it is 5.5.5. */
    private static final String GREETS_PLAINLY = "11";

    /** Where the option {@code version} takes a value. */
    private static final String TAKES_A_VERSION = "10.2";

    @Override
    public Optional<Restorer> restorer() {
        return Optional.of(new MariaDbRestorer());
    }

    @Override
    public String id() {
        return "mariadb";
    }

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public List<Target> targets() {
        return List.of(
                Target.builtIn("mariadb", id(), ServerKind.LOCAL),
                Target.builtIn("mariadb-connector-j", id(), ServerKind.LOCAL).withScheme("jdbc:mysql:"),
                Target.builtIn("mariadb-11.4", id(), ServerKind.ARTIFACT).withSource("11.4"));
    }

    @Override
    MySqlDriver bundledDriver() {
        return MySqlDriver.MARIADB;
    }

    @Override
    public Map<String, BinaryDistribution> distributions() {
        return BinaryDistributions.MARIADB;
    }

    @Override
    String image() {
        return "mariadb:11.8";
    }

    @Override
    List<String> programs() {
        return List.of("mariadbd", "mysqld");
    }

    @Override
    String debianPackage() {
        return "mariadb-server-core";
    }

    /** On in MySQL. */
    @Override
    public Map<String, String> timingSettings() {
        return Map.of("performance_schema", "ON");
    }

    @Override
    boolean isOurs(MySqlProgram program) {
        return program.isMariaDb();
    }

    /** In the installation, if that is one to name: the script breaks its path at spaces. */
    @Override
    void initialise(MySqlServer server, MySqlProgram program, Path data) throws IOException {
        Path script = server.home()
                .program(server.target(), List.of("mariadb-install-db", "mysql_install_db"), debianPackage());
        List<String> words = new ArrayList<>(List.of(
                script.toString(),
                "--no-defaults",
                "--auth-root-authentication-method=normal",
                "--skip-name-resolve",
                // whether or not the machine can look up its own name
                "--force"));
        Path directory = server.workspace().data();
        if (!server.home().option().isEmpty()) {
            words.add("--basedir=.");
            directory = server.home().directory().orElseThrow();
        }
        server.initialise(data, directory, words);
    }

    /**
     * Connector/J goes by the version in the greeting. It takes MariaDB 10 for MySQL 5.5 and then cuts fractions of
     * seconds off timestamps.
     */
    @Override
    List<String> options(MySqlServer server, MySqlProgram program) {
        boolean misunderstood = server.driver() == MySqlDriver.CONNECTOR_J && !program.isFrom(GREETS_PLAINLY);
        return misunderstood && program.isFrom(TAKES_A_VERSION)
                ? List.of("--version=" + MySqlFacts.POSING + program.version())
                : List.of();
    }
}
