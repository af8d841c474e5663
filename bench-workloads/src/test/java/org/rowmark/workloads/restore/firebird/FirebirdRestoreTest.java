package org.rowmark.workloads.restore.firebird;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.process.Tool;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.ExplainedRestore;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreContract;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;

/** Every restore method on a private server. */
class FirebirdRestoreTest extends RestoreContract {
    /** Where the file's header has the number of its format, behind the tags of the header and of this attribute. */
    private static final int FORMAT = 3;

    FirebirdRestoreTest() {
        super("firebird");
    }

    /** Version 3 has pages of 4096 to 16384 bytes, and rounds up what is smaller. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("methods")
    void requests_a_page_size_and_gets_what_the_version_has(RestoreMethod method) throws IOException, SQLException {
        for (Map.Entry<Integer, Integer> size :
                Map.of(1024, 4096, 4096, 4096, 5000, 8192, 16384, 16384).entrySet()) {
            method.prepare(running(), job(backup(method), true, OptionalInt.of(size.getKey())))
                    .run();

            assertThat(Drivers.query(
                            restoredEndpoint(), Databases.named("firebird").monitor()::pageSize))
                    .hasValue(size.getValue());
            dropWhatWasRestored();
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void reports_that_the_version_has_no_pages_of_that_size(RestoreMethod method) throws IOException, SQLException {
        RestoreJob job = job(backup(method), true, OptionalInt.of(32768));

        assertThatOneLineOf(() -> explained(method, running(), job).run())
                .startsWith("this version of Firebird has no pages of 32768 bytes; use 4096, 8192 or 16384");
        assertThat(restorer().exists(running(), RESTORED)).isFalse();
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("methods")
    void restores_with_the_page_buffers_that_are_requested(RestoreMethod method) throws IOException, SQLException {
        RestoreJob plain = job(backup(method), true, OptionalInt.empty());

        method.prepare(running(), withBuffers(plain, 75)).run();

        String buffers = Drivers.query(
                restoredEndpoint(),
                connection -> ServerInfoQueries.value(connection, "select mon$page_buffers from mon$database"));
        assertThat(buffers).isEqualTo("75");
    }

    @ParameterizedTest
    @MethodSource("methods")
    void phases_add_up_to_nearly_the_whole(RestoreMethod method) throws IOException, SQLException {
        PreparedRestore restoring = method.prepare(running(), job(backup(method), true, OptionalInt.empty()));

        restoring.run();

        assertThat(restoring.phases())
                .containsOnlyKeys(PreparedRestore.SCHEMA, PreparedRestore.DATA, PreparedRestore.INDEXES)
                .allSatisfy((phase, seconds) -> assertThat(seconds).isPositive());
        String log = Files.readString(running().output());
        String total = log.substring(0, log.lastIndexOf("total statistics")).replaceFirst("(?s).*gbak:", "");
        double seconds = Double.parseDouble(total.strip().replaceFirst("(?s)\\s.*", ""));
        assertThat(restoring.phases().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .isBetween(0.5 * seconds, seconds + 0.01); // the end, with its syncs, belongs to none
    }

    @ParameterizedTest
    @MethodSource("methods")
    void reports_that_a_backup_is_of_a_newer_version(RestoreMethod method) throws IOException, SQLException {
        byte[] bytes = Files.readAllBytes(backup(method).path());
        assertThat(bytes[FORMAT]).isEqualTo((byte) 10);
        bytes[FORMAT] = 99;
        Path newer = Files.write(running().directory("newer.fbk"), bytes);

        assertThatOneLineOf(() -> explained(method, running(), own(newer)).run())
                .startsWith("a newer gbak made the backup: its format is 99, and this version reads formats up to 10;"
                        + " restore it on the version of Firebird that made it, or a later one (");
    }

    @ParameterizedTest
    @MethodSource("methods")
    void reports_that_a_file_is_no_backup(RestoreMethod method) throws IOException, SQLException {
        backup(method);
        Path letter = Files.writeString(running().directory("letter.txt"), "Dear Sir or Madam,\n");

        assertThatOneLineOf(() -> explained(method, running(), own(letter)).run())
                .startsWith("the file is no backup by gbak; name one that gbak -b or a backup manager made (");
    }

    @ParameterizedTest
    @MethodSource("methods")
    void reports_that_a_backup_ends_in_the_middle(RestoreMethod method) throws IOException, SQLException {
        byte[] whole = Files.readAllBytes(backup(method).path());
        Path half = Files.write(running().directory("half.fbk"), Arrays.copyOf(whole, whole.length / 2));

        assertThatOneLineOf(() -> explained(method, running(), own(half)).run())
                .startsWith("the backup ends in the middle: it was cut short when it was made or copied (");
        dropWhatWasRestored();
        assertThat(restorer().exists(running(), RESTORED)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("methods")
    void refuses_a_backup_that_is_not_there_or_empty(RestoreMethod method) throws IOException, SQLException {
        backup(method);
        Path missing = running().directory("missing.fbk");
        Path empty = Files.write(running().directory("empty.fbk"), new byte[0]);

        assertThatThrownBy(() -> method.prepare(running(), own(missing)))
                .isInstanceOf(UsageException.class)
                .hasMessage("backup " + missing + " is not a file that can be read");
        assertThatThrownBy(() -> method.prepare(running(), own(empty)))
                .isInstanceOf(UsageException.class)
                .hasMessage("backup " + empty + " is empty");
    }

    /** gbak-local needs none: whoever has the file has the data. */
    @ParameterizedTest
    @ValueSource(strings = {"gbak-tcp", "gbak-service", "api-service", "api-streaming"})
    void reports_that_the_password_is_wrong_and_never_the_password(String name) throws IOException, SQLException {
        RestoreMethod method = method(name);
        RestoreJob job = job(backup(method), true, OptionalInt.empty());
        RunningTarget running = new RunningTarget(
                running().target(),
                running().endpoint().as("SYSDBA", Secret.of("canary-of-this-test")),
                running().workspace(),
                running().output());

        assertThatOneLineOf(() -> explained(method, running, job).run())
                .contains("Your user name and password are not defined")
                .doesNotContain("canary");
        assertThat(Files.readString(running.output())).doesNotContain("canary");
    }

    /** With its defaults, gbak quietly becomes a client of a server that holds the file. */
    @Test
    void an_engine_in_gbak_never_becomes_a_client_of_the_server() throws SQLException {
        try (Connection holding = Drivers.connect(running().endpoint(), ConnectionMode.PLAIN)) {
            assertThat(holding.isValid(1)).isTrue();

            assertThatThrownBy(() -> method("gbak-local")
                            .backUp(running(), "rowmark", running().directory("own.fbk")))
                    .isInstanceOf(Tool.Failure.class)
                    .hasMessageContaining("already opened with engine instance, incompatible with current");
        }
    }

    @Test
    void drops_nothing_whose_name_is_not_rowmarks() {
        assertThatThrownBy(() -> restorer().drop(running(), "employee"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("rowmark_");
    }

    private PreparedRestore explained(RestoreMethod method, RunningTarget running, RestoreJob job)
            throws IOException, SQLException {
        return ExplainedRestore.prepare(restorer(), method, running, job);
    }

    private static AbstractStringAssert<?> assertThatOneLineOf(ThrowingCallable restore) {
        Throwable failure = catchThrowable(restore);
        assertThat(failure).isNotNull();
        return assertThat(failure.getMessage()).doesNotContain("\n").hasSizeLessThan(500);
    }

    private RestoreJob own(Path file) {
        return job(file);
    }

    private static RestoreJob withBuffers(RestoreJob job, int pages) {
        return new RestoreJob(
                job.backup(),
                job.name(),
                job.indexes(),
                job.pageSize(),
                OptionalInt.of(pages),
                job.jobs(),
                job.progress());
    }
}
