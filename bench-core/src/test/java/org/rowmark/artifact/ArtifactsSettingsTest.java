package org.rowmark.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import org.eclipse.aether.artifact.Artifact;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.SystemMessages;
import org.rowmark.process.ServerProcess;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;

/** What companies write into settings.xml. */
class ArtifactsSettingsTest {
    private static final Artifact DRIVER = Artifacts.parsed("org.example:driver:1");

    /** The master password "master", as Maven encrypts it. */
    private static final String MASTER = "{ISruu2quOlIHSU6CuWcuZUVlGH72whIGk6B8v0PzROE=}";

    /** The password "heimlich-Q7", encrypted by the master password. */
    private static final String PASSWORD = "{8YV7k/n1NkwH+aD4lra+hJiYlO40+9MWYMyzzq7NKVU=}";

    @TempDir
    Path directory;

    private Path settings;
    private TestRepository repository;

    @BeforeEach
    void lay_out() {
        settings = directory.resolve("m2").resolve("settings.xml");
        repository = new TestRepository(directory.resolve("central"));
    }

    @Test
    void obeys_the_settings_when_they_say_offline() throws IOException {
        repository.jar("driver").pom("driver");
        settings("<offline>true</offline>");

        assertThatThrownBy(() -> files().single(DRIVER))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("is not here, and Maven's settings.xml sets offline");
    }

    @Test
    void uses_the_mirror_of_the_settings() throws IOException {
        repository.jar("driver").pom("driver");
        settings(mirror(repository.url()));

        assertThat(files("http://127.0.0.1:" + ServerProcess.freePort()).single(DRIVER))
                .hasContent("driver");
    }

    @Test
    void uses_the_credentials_of_the_settings_and_does_not_show_them() throws IOException {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            seen.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"company\"");
            exchange.sendResponseHeaders(401, -1);
            exchange.close();
        });
        server.start();
        try {
            settings(mirror("http://127.0.0.1:" + server.getAddress().getPort() + "/")
                    + "<servers><server><id>company</id><username>jane</username>"
                    + "<password>top-Geheim9</password></server></servers>");

            assertThatThrownBy(() -> files().single(DRIVER))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("cannot download org.example:driver:1 from company (http://127.0.0.1:")
                    .hasMessageContaining("401")
                    .hasMessageNotContaining("top-Geheim9");
        } finally {
            server.stop(0);
        }
        assertThat(seen)
                .contains("Basic "
                        + Base64.getEncoder().encodeToString("jane:top-Geheim9".getBytes(StandardCharsets.UTF_8)));
        assertThat(Secrets.scrub("top-Geheim9")).isEqualTo(Secrets.MASK);
    }

    @Test
    void uses_no_proxy_that_is_not_active() throws IOException {
        repository.jar("driver").pom("driver");
        settings(mirror(repository.url())
                + "<proxies><proxy><active>false</active><protocol>http</protocol><host>127.0.0.1</host><port>"
                + ServerProcess.freePort() + "</port></proxy></proxies>");

        assertThat(files().single(DRIVER)).hasContent("driver");
    }

    @Test
    void decrypts_the_password_of_a_proxy_and_does_not_show_it() throws Exception {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        HttpServer proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext("/", exchange -> {
            seen.add(String.valueOf(exchange.getRequestHeaders().getFirst("Proxy-Authorization")));
            exchange.getResponseHeaders().add("Proxy-Authenticate", "Basic realm=\"company\"");
            exchange.sendResponseHeaders(407, -1);
            exchange.close();
        });
        proxy.start();
        try {
            settings("<proxies><proxy><active>true</active><protocol>http</protocol><host>127.0.0.1</host><port>"
                    + proxy.getAddress().getPort() + "</port><username>jane</username><password>" + PASSWORD
                    + "</password></proxy></proxies>");
            Files.writeString(
                    settings.resolveSibling("settings-security.xml"),
                    "<settingsSecurity><master>" + MASTER + "</master></settingsSecurity>");

            assertThatThrownBy(() -> files("http://central.invalid/").single(DRIVER))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("407");
        } finally {
            proxy.stop(0);
        }
        assertThat(seen)
                .contains("Basic "
                        + Base64.getEncoder().encodeToString("jane:heimlich-Q7".getBytes(StandardCharsets.UTF_8)));
        assertThat(Secrets.scrub("heimlich-Q7")).isEqualTo(Secrets.MASK);
    }

    @Test
    void uses_the_proxy_of_the_settings() throws IOException {
        int port = ServerProcess.freePort();
        settings("<proxies><proxy><active>true</active><protocol>http</protocol><host>127.0.0.1</host><port>" + port
                + "</port></proxy></proxies>");

        assertThatThrownBy(() -> files("http://central.invalid/").single(DRIVER))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(SystemMessages.connectionRefused());
    }

    @Test
    void reports_that_the_settings_cannot_be_read() throws IOException {
        settings("<mirrors>");

        assertThatThrownBy(() -> files().cached(DRIVER))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(settings + " cannot be read: ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void uses_the_local_repository_of_the_settings() throws IOException {
        TestRepository elsewhere = new TestRepository(directory.resolve("elsewhere")).jar("driver");
        settings("<localRepository>" + elsewhere.directory() + "</localRepository>");

        assertThat(files().cached(DRIVER)).contains(elsewhere.file("driver", ".jar"));
    }

    private MavenResolver files() {
        return files(repository.url());
    }

    private MavenResolver files(String central) {
        return new MavenResolver(directory.resolve("cache"), settings, central, line -> {});
    }

    private void settings(String content) throws IOException {
        Files.createDirectories(settings.getParent());
        Files.writeString(settings, "<settings>" + content + "</settings>");
    }

    private static String mirror(String url) {
        return "<mirrors><mirror><id>company</id><mirrorOf>*</mirrorOf><url>" + url + "</url></mirror></mirrors>";
    }
}
