package org.rowmark.databases.support.launch;

import com.github.dockerjava.api.exception.DockerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Await;
import org.rowmark.util.Secrets;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.OutputFrame;
import org.testcontainers.utility.DockerImageName;

/**
 * Servers in containers, by Testcontainers. A target's container is created at its first start, stopped and started
 * again with its data after that, and removed when the JVM ends.
 */
public final class Containers {
    /** The limit of a start: the first one creates the database and may take minutes where the disk is slow. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Duration BETWEEN_PROBES = Duration.ofMillis(200);
    private static final int STOP_SECONDS = 60;
    private static final Map<Path, DockerContainer> CREATED = new ConcurrentHashMap<>();

    /**
     * The container of a product.
     *
     * @param image used where the target names none
     * @param port that the server listens on inside
     * @param environment variables of the image
     * @param command arguments of the server; empty for the image's own
     * @param endpoint the endpoint for a port of this machine
     */
    public record Recipe(
            String image,
            int port,
            Map<String, String> environment,
            List<String> command,
            IntFunction<Endpoint> endpoint) {}

    private record Started(Endpoint endpoint, DockerContainer container) implements Server {
        @Override
        public boolean isRunning() {
            return container.isRunning();
        }

        @Override
        public void close() {
            container.stop(STOP_SECONDS);
        }
    }

    private Containers() {}

    /** Finds what this machine lacks for containers, as the end of "needs …". */
    public static Optional<String> missing() {
        return DockerClientFactory.instance().isDockerAvailable()
                ? Optional.empty()
                : Optional.of("Docker, which does not answer here");
    }

    /**
     * Starts the target's container.
     *
     * @throws UsageException if there is no Docker, the image is not available or the container does not start
     */
    public static Server start(Target target, Workspace workspace, Recipe recipe) {
        if (missing().isPresent()) {
            throw target.problem("server: container needs Docker, which does not"
                    + " answer here; start it, or use server: local or external");
        }
        try {
            DockerContainer container = CREATED.get(workspace.data());
            if (container == null) {
                container = create(target, workspace, recipe);
                CREATED.put(workspace.data(), container);
            } else {
                container.start(frame -> log(workspace.log(), frame));
            }
            return answeringOrStopped(target, container, recipe);
        } catch (ContainerLaunchException | ContainerFetchException | DockerException e) {
            throw target.problem(Sql.firstLine(ExceptionUtils.getRootCause(e).getMessage()), e);
        }
    }

    private static DockerContainer create(Target target, Workspace workspace, Recipe recipe) {
        GenericContainer<?> container =
                new GenericContainer<>(DockerImageName.parse(target.source().orElse(recipe.image())));
        container
                .withExposedPorts(recipe.port())
                .withEnv(recipe.environment())
                .withLogConsumer(frame -> log(workspace.log(), frame));
        if (!recipe.command().isEmpty()) {
            container.withCommand(recipe.command().toArray(String[]::new));
        }
        container.start();
        ShutdownActions.register(ShutdownActions.Stage.FILES, container::stop);
        return new DockerContainer(DockerClientFactory.instance().client(), container.getContainerId());
    }

    private static Server answeringOrStopped(Target target, DockerContainer container, Recipe recipe) {
        try {
            return answering(target, container, recipe);
        } catch (RuntimeException | LinkageError e) {
            container.stop(STOP_SECONDS);
            throw e;
        }
    }

    /** Waits for the server at its port, which changes with each start of the container. */
    private static Server answering(Target target, DockerContainer container, Recipe recipe) {
        int port = container
                .portOf(recipe.port())
                .orElseThrow(() -> new UsageException("target '" + target.name()
                        + "': the container ended when it was started; its log is in the run directory"));
        Endpoint endpoint = recipe.endpoint().apply(port);
        AtomicReference<SQLException> last = new AtomicReference<>();
        Await.until(() -> answers(endpoint, last) || !container.isRunning(), PATIENCE, BETWEEN_PROBES);
        if (last.get() != null) {
            throw target.problem("the server in the container does not answer: " + Sql.reason(last.get()), last.get());
        }
        return new Started(endpoint, container);
    }

    private static boolean answers(Endpoint endpoint, AtomicReference<SQLException> last) {
        try {
            Drivers.connect(endpoint, ConnectionMode.PLAIN).close();
            last.set(null);
        } catch (SQLException e) {
            last.set(e);
        }
        return last.get() == null;
    }

    private static void log(Path file, OutputFrame frame) {
        try {
            Files.writeString(
                    file, Secrets.scrub(frame.getUtf8String()), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            System.err.println("rowmark: " + file + " cannot be written: " + e.getMessage());
        }
    }
}
