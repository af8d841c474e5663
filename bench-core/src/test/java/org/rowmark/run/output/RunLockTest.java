package org.rowmark.run.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.util.UsageException;

class RunLockTest {
    private static final String IGNORE = "jmh.ignoreLock";
    private static final String FOLDER = "java.io.tmpdir";

    private final Map<String, String> before = new TreeMap<>();

    @TempDir
    Path temp;

    @BeforeEach
    void useLocksOfItsOwn() {
        before.put(FOLDER, System.getProperty(FOLDER));
        before.put(IGNORE, System.getProperty(IGNORE, ""));
        System.setProperty(FOLDER, temp.toString());
        System.clearProperty(IGNORE);
    }

    @AfterEach
    void putBack() {
        System.setProperty(FOLDER, before.get(FOLDER));
        if (before.get(IGNORE).isEmpty()) {
            System.clearProperty(IGNORE);
        } else {
            System.setProperty(IGNORE, before.get(IGNORE));
        }
    }

    @Test
    void lets_one_run_at_a_time_measure() throws IOException {
        RunLock first = RunLock.take(false);

        assertThatThrownBy(() -> RunLock.take(false))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("another run is measuring on this machine");
        assertThatThrownBy(() -> RunLock.take(true)).isInstanceOf(UsageException.class);
        first.close();
        RunLock.take(true).close();
        assertThat(System.getProperty(IGNORE)).isNull();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no such permissions")
    void is_one_of_all_users() throws IOException {
        RunLock.take(true).close();

        for (String file : new String[] {"rowmark.lock", "jmh.lock"}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(temp.resolve(file))))
                    .as(file)
                    .isEqualTo("rw-rw-rw-");
        }
    }
}
