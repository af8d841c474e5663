package org.rowmark.databases.support.launch;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;
import java.time.OffsetDateTime;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.testcontainers.containers.output.FrameConsumerResultCallback;
import org.testcontainers.containers.output.OutputFrame;

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
        long started = OffsetDateTime.parse(inspect().getState().getStartedAt()).toEpochSecond();
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
