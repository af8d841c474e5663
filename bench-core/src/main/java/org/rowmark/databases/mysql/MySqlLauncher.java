package org.rowmark.databases.mysql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.RandomStringUtils;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.db.Launcher;
import org.rowmark.db.Server;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Secret;

/** Servers of MySQL or MariaDB: private ones, external ones, and containers of the official images. */
record MySqlLauncher(MySqlProduct product) implements Launcher {
    private static final int PORT = 3306;

    /** Not empty as that of a private server: a container's port is open to other machines. One for all rounds. */
    private static final Secret PASSWORD =
            Secret.of(RandomStringUtils.secure().nextAlphanumeric(32));

    @Override
    public Optional<String> missing(Target target) {
        return switch (target.server()) {
            case LOCAL ->
                MySqlInstallation.of(target, product).find(product.programs()).isPresent()
                        ? Optional.empty()
                        : Optional.of(String.join(" or ", product.programs())
                                + target.source()
                                        .map(home -> " in " + home)
                                        .orElse(" (on Debian: apt-get install " + product.debianPackage() + ")"));
            case ARTIFACT ->
                MySqlInstallation.distribution(target, product.distributions()).missing();
            case CONTAINER -> Containers.missing();
            default -> Optional.empty();
        };
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        return switch (target.server()) {
            case LOCAL, ARTIFACT ->
                ServerStarts.local(target, workspace, (local, place) -> MySqlServer.start(local, place, product));
            case CONTAINER -> Containers.start(target, workspace, recipe(target));
            case EXTERNAL -> ServerStarts.external(target);
            default -> throw ServerStarts.unknownKind(target, "local, artifact, container or external");
        };
    }

    /** The images of both products know variables of the same names. */
    private Containers.Recipe recipe(Target target) {
        MySqlServer.checkSettings(target);
        MySqlDriver driver = MySqlDriver.of(target, product.driver());
        if (target.transport() == Transport.SOCKET) { // a container's are in the container
            throw target.problem("placement: socket is for server: local and server: artifact");
        }
        List<String> options = new ArrayList<>(MySqlServer.COMMON);
        target.settings().forEach((name, value) -> options.add("--" + name + "=" + value));
        return new Containers.Recipe(
                product.image(),
                PORT,
                Map.of("MYSQL_ROOT_PASSWORD", PASSWORD.reveal(), "MYSQL_ROOT_HOST", "%", "MYSQL_DATABASE", "rowmark"),
                options,
                port -> driver.over(target, port).as("root", PASSWORD));
    }
}
