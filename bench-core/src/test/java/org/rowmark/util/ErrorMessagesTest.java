package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ErrorMessagesTest {
    @Test
    void a_name_alone_is_no_reason(@TempDir Path directory) {
        Path missing = directory.resolve("missing");

        assertThat(ErrorMessages.of(catchThrowable(() -> Files.size(missing)))).isEqualTo("no such file: " + missing);
        assertThat(ErrorMessages.of(new IOException("cannot connect", new UnknownHostException("db1"))))
                .isEqualTo("unknown host: db1");
        assertThat(ErrorMessages.of(new AccessDeniedException("/root/x")))
                .isEqualTo("no right to read or write /root/x");
    }

    @Test
    void a_message_of_more_than_a_name_is_left_as_it_is() {
        assertThat(ErrorMessages.of(new UnknownHostException("db1: Name or service not known")))
                .isEqualTo("db1: Name or service not known");
    }

    @Test
    void a_cause_that_is_only_the_beginning_of_the_message_is_not_preferred_to_it() {
        SQLException beginning = new SQLException("unsuccessful update", "42000");
        SQLException whole = new SQLException("unsuccessful update; create failed; no right", "42000", beginning);

        assertThat(ErrorMessages.of(new IllegalStateException("not ready", whole)))
                .isEqualTo("unsuccessful update; create failed; no right (SQLSTATE 42000)");
        assertThat(ErrorMessages.ofFork(
                        new IllegalStateException("Forked VM failed with exit code 1"),
                        List.of(
                                "<failure>",
                                "java.lang.IllegalStateException: java.sql.SQLException: unsuccessful update; no right",
                                "\tat org.rowmark.X.y(X.java:1)",
                                "Caused by: java.sql.SQLException: unsuccessful update; no right",
                                "\tat org.rowmark.X.y(X.java:1)",
                                "Caused by: java.sql.SQLException: unsuccessful update")))
                .startsWith("java.sql.SQLException: unsuccessful update; no right (");
    }

    @Test
    void the_next_exception_of_a_chain_is_preferred_where_there_is_no_cause() {
        SQLException chain = new SQLException("see the next exception for details", "XJ040");
        chain.setNextException(new SQLException("disk full", "XSDF1"));

        assertThat(ErrorMessages.of(chain)).isEqualTo("disk full (SQLSTATE XSDF1)");
    }

    @Test
    void a_cause_of_the_network_keeps_the_state_that_the_driver_reports() {
        SQLException ended = new SQLException("I/O error", "08006", new IOException("Connection reset"));

        assertThat(ErrorMessages.of(new IllegalStateException("failed", ended)))
                .isEqualTo("Connection reset (SQLSTATE 08006)");
        assertThat(ErrorMessages.of(new SQLException("I/O error", new IOException("Connection reset"))))
                .isEqualTo("Connection reset");
    }

    @Test
    void the_error_of_a_thread_is_preferred_to_those_that_it_caused_in_others() {
        Exception run = new IllegalStateException("Benchmark error during the run");
        run.addSuppressed(new IllegalStateException("More threads than expected"));
        run.addSuppressed(new SQLException("cannot lock", "40001"));

        assertThat(ErrorMessages.of(run)).isEqualTo("cannot lock (SQLSTATE 40001)");
        assertThat(ErrorMessages.ofFork(
                        new IllegalStateException("Forked VM failed with exit code 1"),
                        List.of(
                                "<failure>",
                                "",
                                "java.lang.IllegalStateException: More threads than expected",
                                "\tat org.openjdk.jmh.X.y(X.java:1)",
                                "",
                                "java.sql.SQLException: cannot lock",
                                "\tat org.rowmark.X.y(X.java:1)")))
                .startsWith("java.sql.SQLException: cannot lock (");
    }
}
