package org.rowmark.databases.firebird;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.Fork;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/** Other ways to the server than the bundled driver, each beside it in one process. */
class FirebirdDriversTest {
    private static final Target LOCAL = DatabaseContract.builtIn("firebird");

    private final Firebird firebird = new Firebird();

    @TempDir
    Path directory;

    @Test
    void a_url_chooses_the_client_library_and_the_driver_that_has_it() throws Exception {
        try (Server server = RequiredServers.start(LOCAL, workspace());
                Server same = firebird.launcher().start(throughLibrary(server), workspace())) {
            assertThat(Drivers.query(same.endpoint(), firebird.monitor()::info).settings())
                    .containsEntry("NETWORK_PROTOCOL", "TCPv4");
            Set<Feature> features = Drivers.query(same.endpoint(), firebird::features);
            assertThat(features).doesNotContain(Feature.FETCH_SIZE).contains(Feature.IDENTITY);
        }
    }

    @Test
    void a_process_that_used_the_client_library_ends_in_order() throws Exception {
        try (Server server = RequiredServers.start(LOCAL, workspace());
                Server same = firebird.launcher().start(throughLibrary(server), workspace())) {
            assertThat(errorsOfForkAt(same.endpoint())).isEmpty();
        }
    }

    /** Each version of Jaybird looks for its parts by names that the others have too. */
    @Test
    void another_version_of_the_driver_finds_its_own_parts() throws Exception {
        Target older = LOCAL.withDriver(List.of("org.firebirdsql.jdbc:jaybird:5.0.12.java11"));
        try (Server server = RequiredServers.start(older, workspace())) {
            assertThat(Drivers.<String>query(
                            server.endpoint(),
                            connection -> connection.getMetaData().getDriverVersion()))
                    .isEqualTo("5.0.12");
            assertThat(errorsOfForkAt(server.endpoint())).isEmpty();
        }
    }

    @Test
    void a_url_of_a_file_is_refused() {
        Target target = Target.external("ours", "firebird", "jdbc:firebird:embedded:/data/bench.fdb");

        assertThatThrownBy(() -> firebird.launcher().start(target, workspace()))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'ours': url: opens the file in the measuring JVM; name a server that has it");
    }

    private static Target throughLibrary(Server server) {
        Endpoint endpoint = server.endpoint();
        return Target.external(
                        "ours", "firebird", endpoint.url().replace("jdbc:firebirdsql://", "jdbc:firebird:native://"))
                .withUser(endpoint.user().orElseThrow(), endpoint.password().orElseThrow());
    }

    /** What a process that connects and ends writes to its standard error; its exit code must be 0. */
    private String errorsOfForkAt(Endpoint endpoint) throws IOException, InterruptedException {
        Path file = directory.resolve("endpoint");
        Workspace workspace = new Workspace(directory, directory.resolve("server.log"));
        Target target = Target.external("ours", endpoint.database(), endpoint.url());
        EndpointFile.write(file, new RunningTarget(target, endpoint, workspace, directory.resolve("programs.log")));
        Path errors = directory.resolve("errors");
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 22) {
            words.add("--enable-native-access=ALL-UNNAMED"); // as the forks of a run have it
        }
        words.addAll(List.of("-cp", System.getProperty("java.class.path")));
        words.addAll(List.of("-D" + EndpointFile.PROPERTY + "=" + file, Fork.class.getName()));
        Process fork = new ProcessBuilder(words).redirectError(errors.toFile()).start();
        fork.getOutputStream().close();
        assertThat(fork.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String written = Files.readString(errors);
        assertThat(fork.exitValue()).as(written).isZero();
        return written;
    }

    private Workspace workspace() {
        return new Workspace(directory, directory.resolve("log"));
    }
}
