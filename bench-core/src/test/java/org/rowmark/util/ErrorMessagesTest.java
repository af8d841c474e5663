package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void what_says_more_than_a_name_speaks_for_itself() {
        assertThat(ErrorMessages.of(new UnknownHostException("db1: Name or service not known")))
                .isEqualTo("db1: Name or service not known");
    }
}
