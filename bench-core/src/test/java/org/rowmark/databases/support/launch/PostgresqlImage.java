package org.rowmark.databases.support.launch;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.BuildImageResultCallback;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Targets;
import org.testcontainers.DockerClientFactory;

/** An image of this machine's PostgreSQL, with which containers are tested where there is no registry. */
public final class PostgresqlImage {
    private static final String NAME = "rowmark-tests/postgresql:of-this-machine";

    private PostgresqlImage() {}

    /**
     * Builds the image.
     *
     * @return its name; the test is skipped without Docker, unless {@code rowmark.require} names {@code docker}, and
     *     without PostgreSQL
     */
    public static String build() throws IOException {
        if (!RequiredServers.isRequired("docker")) {
            Containers.missing().ifPresent(missing -> Assumptions.abort("needs " + missing));
        }
        RequiredServers.assume(Targets.builtIn().named("postgresql"));
        Process context = new ProcessBuilder("sh", "-s")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (InputStream script = PostgresqlImage.class.getResourceAsStream("postgresql.sh");
                OutputStream commands = context.getOutputStream()) {
            script.transferTo(commands);
        }
        try (InputStream tar = context.getInputStream()) {
            docker().buildImageCmd(tar)
                    .withTags(Set.of(NAME))
                    .withLabels(
                            Map.of(DockerClientFactory.TESTCONTAINERS_SESSION_ID_LABEL, DockerClientFactory.SESSION_ID))
                    .exec(new BuildImageResultCallback())
                    .awaitImageId();
        }
        return NAME;
    }

    /** Kills the container that runs of it, which there is. */
    public static void kill() {
        docker().killContainerCmd(container()).exec();
    }

    /** Stops all processes of that container, until Docker is to end it. */
    public static void pause() {
        docker().pauseContainerCmd(container()).exec();
    }

    private static String container() {
        return docker().listContainersCmd()
                .withAncestorFilter(List.of(NAME))
                .exec()
                .get(0)
                .getId();
    }

    private static DockerClient docker() {
        return DockerClientFactory.instance().client();
    }
}
