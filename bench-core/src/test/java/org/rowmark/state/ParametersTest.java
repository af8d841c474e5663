package org.rowmark.state;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.UsageException;

class ParametersTest {
    /** Stands for a workload with a parameter of its own and one in a nested state. */
    static class Workload {
        @Accepts(value = "raw|pool", words = "raw or pool")
        public String source;

        static class Settings {
            @Accepts
            public int rows;

            public String free;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1000", "999999999"})
    void numbers_that_an_int_holds_are_accepted(String rows) {
        assertThatCode(() -> Parameters.check(Workload.class, Map.of("rows", rows)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "", "abc", "1e3", "1.5", "01", " 1", "1000000000", "1\n"})
    void anything_else_is_refused_by_name_and_value_with_what_is_accepted(String rows) {
        assertThatThrownBy(() -> Parameters.check(Workload.class, Map.of("rows", rows)))
                .isInstanceOf(UsageException.class)
                .hasMessage("parameter rows: '" + rows + "' is not accepted; give a whole number from 1 to 999999999");
    }

    @Test
    void fields_of_the_workload_itself_are_checked_too() {
        assertThatThrownBy(() -> Parameters.check(Workload.class, Map.of("source", "Pool")))
                .hasMessage("parameter source: 'Pool' is not accepted; give raw or pool");
    }

    @Test
    void parameters_that_declare_nothing_or_belong_elsewhere_are_left_alone() {
        assertThatCode(() -> Parameters.check(Workload.class, Map.of("free", "?", "target", "h2")))
                .doesNotThrowAnyException();
    }
}
