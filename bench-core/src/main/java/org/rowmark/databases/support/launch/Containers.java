package org.rowmark.databases.support.launch;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.process.ErrorLines;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Await;
import org.rowmark.util.Secret;
import org.rowmark.util.Secrets;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.output.FrameConsumerResultCallback;
import org.testcontainers.containers.output.OutputFrame;
import org.testcontainers.containers.output.ToStringConsumer;
import org.testcontainers.utility.DockerImageName;

/** Servers in containers, which Testcontainers removes after the JVM; a target's keeps its data between starts. */
public final class Containers {
    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final int STOP_SECONDS = 60;

    /** The password of all containers of this process. SQL Server's image requires three kinds of characters in it. */
    public static final Secret PASSWORD = Secret.of("Aa1" + Secret.random().reveal());

    private static final Map<Path, DockerContainer> CREATED = new ConcurrentHashMap<>();

    /** The container of a product: image, port inside, and command by default, and the endpoint for a port outside. */
    public record Recipe(
            String image,
            int port,
            Map<String, String> environment,
            List<String> command,
            IntFunction<Endpoint> endpoint) {}

    private record ContainerServer(Endpoint endpoint, DockerContainer container) implements Server {
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

    public static Optional<String> missing() {
        return DockerClientFactory.instance().isDockerAvailable()
                ? Optional.empty()
                : Optional.of("Docker, which does not answer here");
    }

    /** Starts a target's container, or its first, and waits until its server answers. */
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
                container = create(target.source().orElse(recipe.image()), recipe);
                CREATED.put(workspace.data(), container);
            }
            container.start(frame -> log(workspace.log(), frame));
            try {
                return answering(target, container, recipe);
            } catch (RuntimeException | LinkageError e) {
                container.stop(STOP_SECONDS);
                throw e;
            }
        } catch (DockerException | DockerClientException e) {
            throw target.problem(Sql.firstLine(e.getMessage()), e);
        }
    }

    /** Creates a container, pulling its image if needed; Testcontainers knows by the labels that it is to be removed. */
    private static DockerContainer create(String image, Recipe recipe) {
        DockerClient docker = DockerClientFactory.instance().client();
        pull(docker, image);
        Map<String, String> labels = new HashMap<>(DockerClientFactory.DEFAULT_LABELS);
        labels.put(DockerClientFactory.TESTCONTAINERS_SESSION_ID_LABEL, DockerClientFactory.SESSION_ID);
        ExposedPort port = ExposedPort.tcp(recipe.port());
        CreateContainerCmd creation = docker.createContainerCmd(image)
                .withLabels(labels)
                .withEnv(recipe.environment().entrySet().stream()
                        .map(variable -> variable.getKey() + "=" + variable.getValue())
                        .toList())
                .withExposedPorts(port)
                .withHostConfig(HostConfig.newHostConfig()
                        .withPortBindings(new PortBinding(Ports.Binding.bindIp("127.0.0.1"), port)));
        if (!recipe.command().isEmpty()) {
            creation.withCmd(recipe.command());
        }
        return new DockerContainer(docker, creation.exec().getId());
    }

    static void pull(DockerClient docker, String image) {
        try {
            docker.inspectImageCmd(image).exec();
            return;
        } catch (NotFoundException e) {
            // this machine has not got it yet
        }
        try {
            docker.pullImageCmd(DockerImageName.parse(image).asCanonicalNameString())
                    .exec(new PullImageResultCallback())
                    .awaitCompletion();
        } catch (DockerException | DockerClientException e) {
            throw new DockerClientException("the image " + image + " cannot be pulled: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DockerClientException("interrupted while the image " + image + " was pulled", e);
        }
    }

    /** Waits for the server at its port, which changes with each start of the container. */
    private static Server answering(Target target, DockerContainer container, Recipe recipe) {
        int port = container.portOf(recipe.port()).orElseThrow(() -> ended(target, container));
        Endpoint endpoint = recipe.endpoint().apply(port);
        AtomicReference<SQLException> last = new AtomicReference<>();
        Await.until(() -> answers(endpoint, last) || !container.isRunning(), ServerStarts.START_LIMIT, INTERVAL);
        if (last.get() == null) {
            return new ContainerServer(endpoint, container);
        }
        throw container.isRunning()
                ? target.problem("the server in the container does not answer: " + Sql.reason(last.get()), last.get())
                : ended(target, container);
    }

    private static UsageException ended(Target target, DockerContainer container) {
        return target.problem("the server in the container ended while starting" + container.errors());
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

    record DockerContainer(DockerClient docker, String id) {
        /** @param printed receives the output from now on; output of the second of the start may come twice */
        void start(Consumer<OutputFrame> printed) {
            docker.startContainerCmd(id).exec();
            follow(true, printed);
        }

        /** Returns the errors that it has printed since it was started, as {@link ErrorLines#text}. */
        String errors() {
            ErrorLines errors = new ErrorLines();
            ToStringConsumer printed = new ToStringConsumer();
            try {
                follow(false, printed).awaitCompletion();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            printed.toUtf8String().lines().forEach(errors::add);
            return errors.text();
        }

        private FrameConsumerResultCallback follow(boolean untilItEnds, Consumer<OutputFrame> printed) {
            FrameConsumerResultCallback output = new FrameConsumerResultCallback();
            output.addConsumer(OutputFrame.OutputType.STDOUT, printed);
            output.addConsumer(OutputFrame.OutputType.STDERR, printed);
            long started =
                    OffsetDateTime.parse(inspect().getState().getStartedAt()).toEpochSecond();
            return docker.logContainerCmd(id)
                    .withFollowStream(untilItEnds)
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
