package org.rowmark.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionsTest {
    private static final List<String> VALID = List.of("mariadb", "postgresql", "h2");

    @Test
    void a_misspelt_name_gets_the_nearest_ones() {
        assertThat(Suggestions.unknown("database", "postgres", VALID))
                .hasMessage("unknown database 'postgres'; did you mean postgresql?");
        assertThat(Suggestions.unknown("database", "MariaBD", VALID))
                .hasMessage("unknown database 'MariaBD'; did you mean mariadb?");
    }

    @Test
    void a_name_near_none_gets_them_all() {
        assertThat(Suggestions.suggestion("dbase-iv", VALID)).isEqualTo("; valid: h2, mariadb, postgresql");
    }

    @Test
    void where_there_is_none_it_states_that() {
        assertThat(Suggestions.suggestion("x", List.of())).isEqualTo("; there is none");
    }
}
