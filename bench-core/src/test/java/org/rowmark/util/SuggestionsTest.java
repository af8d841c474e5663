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
    void of_many_names_five_are_shown_and_the_command_that_lists_all() {
        List<String> many = List.of("a1", "a2", "a3", "a4", "a5", "a6", "a7");
        assertThat(Suggestions.unknown("name in the cache", "nothing", many, "./rowmark cache list"))
                .hasMessage("unknown name in the cache 'nothing'; valid: a1, a2, a3, a4, a5 and 2 others,"
                        + " which ./rowmark cache list shows");
        assertThat(Suggestions.unknown("name in the cache", "nothing", VALID, "./rowmark cache list"))
                .hasMessage("unknown name in the cache 'nothing'; valid: h2, mariadb, postgresql");
        assertThat(Suggestions.unknown("name in the cache", "a6", List.of("b1", "b2", "b3", "b4", "b5", "b6"), ""))
                .hasMessageContaining("did you mean b6");
    }

    @Test
    void where_there_is_none_it_states_that() {
        assertThat(Suggestions.suggestion("x", List.of())).isEqualTo("; there is none");
    }
}
