package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserFileTest {
    @TempDir
    private Path temp;

    @Test
    void has_no_byte_order_mark() throws IOException {
        assertThat(UserFile.text(Files.writeString(temp.resolve("a"), "\uFEFFtext\r\n")))
                .isEqualTo("text\r\n");
        assertThat(UserFile.text(Files.writeString(temp.resolve("b"), ""))).isEmpty();
    }

    @Test
    void names_an_encoding_that_is_not_read() throws IOException {
        Path wide = Files.writeString(temp.resolve("wide"), "\uFEFFa", StandardCharsets.UTF_16BE);
        Path latin = Files.write(temp.resolve("latin"), new byte[] {(byte) 0xE4});

        assertThatThrownBy(() -> UserFile.text(wide)).hasMessage("it is not encoded in UTF-8, but in UTF-16");
        assertThatThrownBy(() -> UserFile.text(latin)).hasMessage("it is not encoded in UTF-8");
    }
}
