package org.rowmark.databases.mysql;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.rowmark.databases.mysql.MySqlLauncher.PrivateServer;
import org.rowmark.databases.support.launch.BinaryDistribution;
import org.rowmark.util.Secret;

/**
 * The differences between MySQL and MariaDB.
 *
 * @param distributions the servers that come as artifacts, by version
 * @param image of a container whose target names none
 * @param programs names of the server's program, newest first; the products share one
 * @param creation makes the first files of a server
 * @param atStart statements that a starting server executes, given the password of root
 * @param options that only this product's servers have or need
 * @param changedSettings query of the settings that were changed
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
        Map<String, String> timingSettings,
        String changedSettings,
        Clients clients) {

    /** The creation of a server's first files in an empty directory, with a root for 127.0.0.1 too. */
    @FunctionalInterface
    interface Creation {
        void create(PrivateServer server, MySqlInstallation.Program program, Path data) throws IOException;
    }

    /**
     * Options of the client programs.
     *
     * @param dump leaves out of dumps what only the newest servers know or only the same server takes
     */
    public record Clients(String withoutTls, String unverifiedTls, List<String> dump) {}

    /** Returns the statements that set the passwords of a root whom a script has made. */
    static List<String> setPasswords(Secret password) {
        return Stream.of("127.0.0.1", "localhost")
                .map(host -> "set password for root@'" + host + "' = password('" + password.reveal() + "');")
                .toList();
    }

    /** Recognises the product in the version of a server or a program. */
    public static MySqlProduct ofVersion(String version) {
        return version.contains("MariaDB") ? MariaDb.PRODUCT : MySql.PRODUCT;
    }
}
