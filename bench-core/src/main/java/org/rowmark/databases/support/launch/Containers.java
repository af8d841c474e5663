package org.rowmark.databases.support.launch;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Await;
import org.rowmark.util.Secret;
import org.rowmark.util.Secrets;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.FrameConsumerResultCallback;
import org.testcontainers.containers.output.OutputFrame;
import org.testcontainers.utility.DockerImageName;

/**
 * Servers in containers, by Testcontainers. A target's container is created at its first start, stopped and started
 * again with its data after that, and removed when the JVM ends.
 */
public final class Containers {
    /** The limit of a start: the first one creates the database and may take minutes where the disk is slow. */
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final int STOP_SECONDS = 60;

    /**
     * The password of all containers of this process: their ports are open to other machines, and a container is started
     * more than once. SQL Server's image requires three kinds of characters in it.
     */
    public static final Secret PASSWORD = Secret.of("Aa1" + Secret.random().reveal());

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
     * @throws UsageException if there is no Docker, the image is not available or the container does not start, or it is
     *     to be reached by a socket
     */
    public static Server start(Target target, Workspace workspace, Recipe recipe) {
        if (target.transport() == Transport.SOCKET) {
            throw target.problem("placement: socket is for server: local and"
                    + " server: artifact; a container's socket is in the container");
        }
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
            try {
                return answering(target, container, recipe);
            } catch (RuntimeException | LinkageError e) {
                container.stop(STOP_SECONDS);
                throw e;
            }
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

    /** Waits for the server at its port, which changes with each start of the container. */
    private static Server answering(Target target, DockerContainer container, Recipe recipe) {
        int port = container
                .portOf(recipe.port())
                .orElseThrow(() -> new UsageException("target '" + target.name()
                        + "': the container ended when it was started; its log is in the run directory"));
        Endpoint endpoint = recipe.endpoint().apply(port);
        AtomicReference<SQLException> last = new AtomicReference<>();
        Await.until(() -> answers(endpoint, last) || !container.isRunning(), START_LIMIT, INTERVAL);
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

    /** A container that has been created. */
    record DockerContainer(DockerClient docker, String id) {
        /**
         * Starts it again.
         *
         * @param printed receives the output from now on; output of the second of the start may come twice
         */
        void start(Consumer<OutputFrame> printed) {
            docker.startContainerCmd(id).exec();
            FrameConsumerResultCallback output = new FrameConsumerResultCallback();
            output.addConsumer(OutputFrame.OutputType.STDOUT, printed);
            output.addConsumer(OutputFrame.OutputType.STDERR, printed);
            long started =
                    OffsetDateTime.parse(inspect().getState().getStartedAt()).toEpochSecond();
            docker.logContainerCmd(id)
                    .withFollowStream(true)
                    .withStdOut(true)
                    .withStdErr(true)
                    .withSince(Math.toIntExact(started))
                    .exec(output);
        }

        /** Stops it unless it has stopped by itself or is gone. */
        void stop(int seconds) {
            try {
                docker.stopContainerCmd(id).withTimeout(seconds).exec();
            } catch (NotModifiedException | NotFoundException e) {
                // there is nothing to stop
            }
        }

        boolean isRunning() {
            try {
                return Boolean.TRUE.equals(inspect().getState().getRunning());
            } catch (NotFoundException e) {
                return false;
            }
        }

        /** Finds the port of this machine for one inside; empty if the container does not run. */
        OptionalInt portOf(int inside) {
            Ports.Binding[] bindings =
                    inspect().getNetworkSettings().getPorts().getBindings().get(ExposedPort.tcp(inside));
            return bindings == null || bindings.length == 0
                    ? OptionalInt.empty()
                    : OptionalInt.of(Integer.parseInt(bindings[0].getHostPortSpec()));
        }

        private InspectContainerResponse inspect() {
            return docker.inspectContainerCmd(id).exec();
        }
    }
}
