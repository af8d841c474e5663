package org.rowmark.workloads.restore.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rowmark.workloads.restore.Backup;
import org.rowmark.workloads.restore.RestoreContract;
import org.rowmark.workloads.restore.RestoreMethod;

/** Every restore method into files of this process. */
@Tag("slow")
class HsqldbRestoreTest extends RestoreContract {
    HsqldbRestoreTest() {
        super("hsqldb");
    }

    /** The engine lists the files of an archive on the standard output. */
    @Test
    void keeps_what_the_engine_prints_with_the_output_of_programs() throws Exception {
        RestoreMethod method = usual();
        Backup backup = backup(method);
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            method.prepare(running(), job(backup, true, OptionalInt.empty())).run();
        } finally {
            System.setOut(before);
        }

        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(running().output())
                .content()
                .contains("1 / 4 rowmark.properties")
                .contains("rowmark.script\n");
    }
}
