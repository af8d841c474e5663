package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RowmarkVersionTest {
    @Test
    void names_the_commit_and_whether_files_were_changed_since() {
        assertThat(RowmarkVersion.withCommit("1.0", "1a2b3c4", "false")).isEqualTo("1.0 (1a2b3c4)");
        assertThat(RowmarkVersion.withCommit("1.0", "1a2b3c4", "true")).isEqualTo("1.0 (1a2b3c4-dirty)");
    }

    @Test
    void is_the_version_alone_where_it_was_built_without_a_repository() {
        assertThat(RowmarkVersion.withCommit("1.0", "${git.commit.id.abbrev}", "${git.dirty}"))
                .isEqualTo("1.0");
        assertThat(RowmarkVersion.withCommit("1.0", "", "")).isEqualTo("1.0");
    }

    @Test
    void is_what_the_build_wrote() {
        assertThat(RowmarkVersion.TEXT).matches("\\d+\\.\\d+\\.\\d+.*").doesNotContain("$");
        assertThat(RowmarkVersion.WITH_COMMIT)
                .startsWith(RowmarkVersion.TEXT)
                .matches("\\S+( \\([0-9a-f]+(-dirty)?\\))?");
    }
}
