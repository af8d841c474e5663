package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ChildJvm;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Workspace;

/** Servers and their data between processes. */
interface ProcessContract extends Contract {
    /** The directory of the test class; servers that run as another user may look into it. */
    Path directory();

    /** False for databases that end with the process. */
    default boolean keepsData() {
        return true;
    }

    /** Makes the directory of that name for a server. */
    default Workspace workspace(String name) throws IOException {
        Path data = Files.createDirectories(directory().resolve(name));
        return new Workspace(data, directory().resolve(name + ".log"));
    }

    @Test
    default void keeps_its_data_between_starts_and_leaves_no_process() throws Exception {
        assumeThat(keepsData()).as("keeps data").isTrue();
        assumeThat(target().server()).as("started by Rowmark").isNotEqualTo(ServerKind.EXTERNAL);
        Workspace workspace = workspace("restarted");
        Set<ProcessHandle> before = children();
        Server first = database().launcher().start(target(), workspace);
        Set<ProcessHandle> started = childrenSince(before);
        assertThat(started.isEmpty()).isEqualTo(target().server() == ServerKind.EMBEDDED);
        try (first) {
            Drivers.query(first.endpoint(), connection -> {
                TestTable.execute(
                        connection,
                        dialect().createTable("kept", "id " + dialect().bigintType() + " not null primary key"));
                return TestTable.execute(connection, "insert into kept (id) values (42)");
            });
        }
        assertGone(first, started);

        Server second = database().launcher().start(target(), workspace);
        try (second) {
            String kept = Drivers.query(
                    second.endpoint(), connection -> ServerInfoQueries.value(connection, "select id from kept"));
            assertThat(kept).isEqualTo("42");
            started = childrenSince(before);
        }
        assertGone(second, started);
        second.close();
    }

    /** The slow test below opens servers by forks. */
    @Test
    default void can_be_opened_by_a_fork_after_the_parent_had_a_connection() throws Exception {
        assumeThat(target().server()).as("open in one process at a time").isEqualTo(ServerKind.EMBEDDED);
        ServerInfo facts = Drivers.query(endpoint(), database().monitor()::info);

        Path working = Files.createDirectories(directory().resolve("fork"));
        Process fork = fork(working);
        String output = fork.inputReader().readLine();
        fork.getOutputStream().close();
        assertThat(fork.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(output).isEqualTo(facts.version());
        assertThat(working).as("working directory of the fork").isEmptyDirectory();

        assertThat(Drivers.query(endpoint(), database().monitor()::info).version())
                .isEqualTo(facts.version());
    }

    @Tag("slow")
    @Test
    default void can_be_opened_after_a_fork_was_killed() throws Exception {
        Process fork = fork(directory());
        String version = fork.inputReader().readLine();
        fork.destroyForcibly().waitFor();

        assertThat(Drivers.query(endpoint(), database().monitor()::info).version())
                .isEqualTo(version);
    }

    /** Starts a process that writes the server's version and stays connected until its input ends. */
    private Process fork(Path working) throws IOException {
        Path file = directory().resolve("endpoint");
        Workspace workspace = new Workspace(directory(), directory().resolve("server.log"));
        EndpointFile.write(
                file,
                new RunningTarget(target(), endpoint(), workspace, directory().resolve("programs.log")));
        List<String> options = List.of(
                "-D" + EndpointFile.PROPERTY + "=" + file,
                "-Djava.io.tmpdir=" + directory()); // what a driver unpacks stays when the fork is killed
        return new ProcessBuilder(ChildJvm.command(Fork.class, options))
                .directory(working.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().descendants().collect(Collectors.toSet());
    }

    private static Set<ProcessHandle> childrenSince(Set<ProcessHandle> before) {
        Set<ProcessHandle> since = children();
        since.removeAll(before);
        return since;
    }

    private static void assertGone(Server server, Set<ProcessHandle> processes) {
        assertThat(processes).noneMatch(ProcessHandle::isAlive);
        Optional<Integer> port = Contract.port(server.endpoint());
        if (port.isPresent()) {
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port.get()).close())
                    .as("somebody listens on port " + port.get())
                    .isInstanceOf(ConnectException.class);
        }
    }
}
