package org.rowmark.databases.mysql;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.rowmark.databases.mysql.MySqlLauncher.NewServer;
import org.rowmark.databases.support.launch.BinaryDistribution;
import org.rowmark.util.Secret;

/**
 * The differences between MySQL and MariaDB: servers as artifacts by version, the image of a container, the server's
 * program, newest name first, the statements of a starting server, given the password of root, and options.
 */
public record MySqlProduct(
        String id,
        String name,
        MySqlDriver driver,
        Map<String, BinaryDistribution> distributions,
        String image,
        List<String> programs,
        String debianPackage,
        Creation creation,
        Function<Secret, List<String>> atStart,
        List<String> options,
        Map<String, String> timingSettings) {

    /** The creation of a server's first files, with a root for 127.0.0.1 too. */
    @FunctionalInterface
    interface Creation {
        void create(NewServer server) throws IOException;
    }

    /** Recognises the product in the version of a server or a program. */
    public static MySqlProduct ofVersion(String version) {
        return version.contains("MariaDB") ? MariaDb.PRODUCT : MySql.PRODUCT;
    }
}
