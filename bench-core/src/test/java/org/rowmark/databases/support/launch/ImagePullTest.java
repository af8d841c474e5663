package org.rowmark.databases.support.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.testcontainers.shaded.com.github.dockerjava.core.DefaultDockerClientConfig;
import org.testcontainers.shaded.com.github.dockerjava.core.DockerClientImpl;

/** An image that a Docker engine has not got. */
class ImagePullTest {
    @Test
    void an_interrupt_ends_what_needs_the_image() throws Exception {
        Thread pulling = Thread.currentThread();
        HttpServer engine = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        engine.createContext("/", exchange -> answer(exchange, pulling));
        engine.start();
        URI address = URI.create("tcp://127.0.0.1:" + engine.getAddress().getPort());
        DefaultDockerClientConfig config = DefaultDockerClientConfig.createDefaultConfigBuilder()
                .withDockerHost(address.toString())
                .build();
        try (DockerClient docker = DockerClientImpl.getInstance(
                config,
                new ZerodepDockerHttpClient.Builder().dockerHost(address).build())) {
            assertThatThrownBy(() -> Containers.pull(docker, "rowmark/none:1"))
                    .isInstanceOf(DockerClientException.class)
                    .hasMessage("interrupted while the image rowmark/none:1 was pulled");
            assertThat(Thread.interrupted()).isTrue();
            engine.stop(0); // else the client would wait for the rest of its answer
        }
    }

    /** Has no image, and begins to pull one without an end. */
    private static void answer(HttpExchange exchange, Thread pulling) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.endsWith("/create")) {
            exchange.sendResponseHeaders(200, 0);
            pulling.interrupt();
        } else {
            exchange.sendResponseHeaders(path.endsWith("/json") ? 404 : 200, -1);
            exchange.close();
        }
    }
}
