package org.rowmark.databases.mysql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/** A server of MySQL or MariaDB in a container of the official images, whose variables both understand. */
final class MySqlContainer {
    private static final int PORT = 3306;
    /** Not empty as that of a private server: a container's port is open to other machines. One for all rounds. */
    private static final Secret PASSWORD = Secret.random();

    private MySqlContainer() {}

    /** @throws UsageException if the target wants a socket: a container's are in the container */
    static Containers.Recipe recipe(Target target, String image, MySqlDriver driver) {
        if (target.transport() == Transport.SOCKET) {
            throw target.problem("placement: socket is for server: local and server: artifact");
        }
        List<String> options = new ArrayList<>(MySqlServer.COMMON);
        target.settings().forEach((name, value) -> options.add("--" + name + "=" + value));
        return new Containers.Recipe(
                image,
                PORT,
                Map.of("MYSQL_ROOT_PASSWORD", PASSWORD.reveal(), "MYSQL_ROOT_HOST", "%", "MYSQL_DATABASE", "rowmark"),
                options,
                port -> driver.over(target, port).as("root", PASSWORD));
    }
}
