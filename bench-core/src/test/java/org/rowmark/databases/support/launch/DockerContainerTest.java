package org.rowmark.databases.support.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.support.launch.Containers.DockerContainer;
import org.testcontainers.shaded.com.github.dockerjava.core.DefaultDockerClientConfig;
import org.testcontainers.shaded.com.github.dockerjava.core.DockerClientImpl;

/** Commands to an HTTP server that answers as Docker's API is documented to. */
class DockerContainerTest {
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer engine;
    private DockerClient docker;
    private DockerContainer container;
    private int statusOfStop = 204;
    private int statusOfInspect = 200;
    private String ports = "{}";

    @BeforeEach
    void listen() throws IOException {
        engine = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        engine.createContext("/", this::answer);
        engine.start();
        URI address = URI.create("tcp://127.0.0.1:" + engine.getAddress().getPort());
        docker = DockerClientImpl.getInstance(
                DefaultDockerClientConfig.createDefaultConfigBuilder()
                        .withDockerHost(address.toString())
                        .withDockerTlsVerify(false)
                        .build(),
                new ZerodepDockerHttpClient.Builder().dockerHost(address).build());
        container = new DockerContainer(docker, "c1");
    }

    @AfterEach
    void hangUp() throws IOException {
        docker.close();
        engine.stop(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304, 404})
    void stops_what_runs_and_leaves_alone_what_has_stopped_by_itself_or_is_gone(int status) {
        statusOfStop = status;

        assertThatCode(() -> container.stop(60)).doesNotThrowAnyException();

        assertThat(asked).containsExactly("/containers/c1/stop?t=60");
    }

    @Test
    void follows_the_output_from_the_second_of_its_start() throws InterruptedException {
        BlockingQueue<String> printed = new LinkedBlockingQueue<>();

        container.start(frame -> printed.add(frame.getUtf8String()));

        assertThat(printed.poll(20, TimeUnit.SECONDS)).isEqualTo("ready again\n");
        assertThat(asked).first().isEqualTo("/containers/c1/start");
        assertThat(asked).last().asString().startsWith("/containers/c1/logs?").contains("since=1767225600", "follow=");
    }

    @Test
    void has_a_port_as_long_as_it_runs() {
        assertThat(container.portOf(1433)).isEmpty();

        ports = "{\"1433/tcp\": [{\"HostIp\": \"0.0.0.0\", \"HostPort\": \"49153\"}]}";

        assertThat(container.portOf(1433)).hasValue(49153);
    }

    @Test
    void does_not_run_when_it_is_gone() {
        assertThat(container.isRunning()).isTrue();

        statusOfInspect = 404;

        assertThat(container.isRunning()).isFalse();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString().replaceFirst("^/v[0-9.]+", "");
        asked.add(path);
        if (path.contains("/stop")) {
            send(exchange, statusOfStop, "");
        } else if (path.contains("/start")) {
            send(exchange, 204, "");
        } else if (path.contains("/logs")) {
            sendFrame(exchange, "ready again\n");
        } else {
            send(
                    exchange,
                    statusOfInspect,
                    "{\"Id\": \"c1\", \"State\": {\"Running\": true, \"StartedAt\": \"2026-01-01T00:00:00.5Z\"},"
                            + " \"NetworkSettings\": {\"Ports\": " + ports + "}}");
        }
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** A frame is a byte for the stream, three of nothing, the length in four, and the text. */
    private static void sendFrame(HttpExchange exchange, String text) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(new byte[] {1, 0, 0, 0, 0, 0, 0, (byte) text.length()});
        frame.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write(frame.toByteArray());
        exchange.close();
    }
}
