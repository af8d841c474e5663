package org.rowmark.databases.mysql;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.databases.mysql.MySqlLauncher.PrivateServer;
import org.rowmark.databases.mysql.restore.MySqlRestorer;
import org.rowmark.databases.support.launch.BinaryDistributions;
import org.rowmark.databases.support.launch.ServerPassword;
import org.rowmark.db.Database;
import org.rowmark.process.PrivateFile;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.ByteSize;
import org.rowmark.util.Secret;

/** MySQL. */
@AutoService(Database.class)
public final class MySql extends MySqlFamily {
    /**
     * Switches off the X protocol, which would listen at a port and a socket of its own, and the restriction of LOAD
     * DATA and SELECT INTO to one directory: packaged builds refuse to start where theirs is missing, and a private
     * server may write anywhere, as MariaDB's do.
     */
    private static final List<String> OPTIONS = List.of("--loose-mysqlx=OFF", "--secure-file-priv=");

    public static final MySqlProduct PRODUCT = new MySqlProduct(
            "mysql",
            "MySQL",
            MySqlDriver.CONNECTOR_J,
            BinaryDistributions.MYSQL,
            "mysql:8.4",
            List.of("mysqld"),
            "mysql-community-server-core (of MySQL's own package source)",
            MySql::create,
            password -> List.of(),
            OPTIONS,
            Map.of("performance-schema-instrument", MySqlCounters.CLIENT_SOCKET + "=ON"),
            MySqlMonitor.CHANGED_IN_MYSQL,
            new MySqlProduct.Clients(
                    "--ssl-mode=DISABLED",
                    "--ssl-mode=REQUIRED",
                    List.of("--loose-column-statistics=0", "--loose-set-gtid-purged=OFF", "--no-tablespaces")));

    public MySql() {
        super(PRODUCT, new MySqlRestorer(PRODUCT), 5 * ByteSize.MIB, MySqlDialect.SPATIAL);
    }

    @Override
    public Optional<String> leastVersion() {
        return Optional.of("5.7");
    }

    @Override
    public List<Target> targets() {
        return List.of(
                Target.builtIn("mysql-5.7", id(), ServerKind.ARTIFACT).withSource("5.7"),
                Target.builtIn("mysql-8.0", id(), ServerKind.ARTIFACT).withSource("8.0"));
    }

    private static void create(PrivateServer server, MySqlInstallation.Program program, Path data) throws IOException {
        List<String> words =
                new ArrayList<>(List.of(program.path().toString(), "--no-defaults", "--initialize-insecure"));
        words.addAll(server.installation().option());
        Path directory = server.workspace().data();
        try (PrivateFile users = PrivateFile.of(directory, root(ServerPassword.get()))) {
            words.add("--init-file=" + users.path());
            server.initialise(data, directory, words);
        }
    }

    /**
     * Returns statements that give root a password. A new server knows {@code root@localhost} only, and only servers that
     * resolve names take 127.0.0.1 for localhost.
     */
    private static List<String> root(Secret password) {
        String identified = " identified by '" + password.reveal() + "';";
        return List.of(
                "create user root@'127.0.0.1'" + identified,
                "grant all privileges on *.* to root@'127.0.0.1' with grant option;",
                "alter user root@localhost" + identified);
    }
}
