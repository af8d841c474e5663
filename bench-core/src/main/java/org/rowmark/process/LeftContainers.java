package org.rowmark.process;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import java.io.IOException;
import java.util.List;
import org.rowmark.util.ErrorMessages;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;

/** The containers that a killed run left behind, of the Docker engine that Testcontainers finds. */
final class LeftContainers {
    private LeftContainers() {}

    /**
     * Removes those that are still there, with their volumes.
     *
     * @param names which a run has made up
     * @return how many there were
     * @throws IOException if that fails
     */
    static int remove(List<String> names) throws IOException {
        if (names.isEmpty()) {
            return 0;
        }
        // not the factory's client, which would start a container of its own
        try (DockerClient docker = DockerClientProviderStrategy.getClientForConfig(
                DockerClientFactory.instance().getTransportConfig())) {
            return (int) names.stream().filter(name -> remove(docker, name)).count();
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new IOException(
                    "containers stay: " + ErrorMessages.of(e) + "; type: docker rm --force --volumes "
                            + String.join(" ", names),
                    e);
        }
    }

    private static boolean remove(DockerClient docker, String name) {
        try {
            docker.removeContainerCmd(name)
                    .withForce(true)
                    .withRemoveVolumes(true)
                    .exec();
            return true;
        } catch (NotFoundException | ConflictException e) {
            return false; // it is gone, or about to be removed by somebody else
        }
    }
}
