package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.util.UsageException;

class SqlParametersTest {

    @Test
    void binds_columns_as_numbers_or_texts() {
        SqlParameters parameters =
                SqlParameters.parse("p.csv", "id,amount,code,name\n1,2.50,007,\"a,b\"\n-20,3,100,\n");

        assertThat(parameters.rows())
                .containsExactly(
                        List.of(1L, new BigDecimal("2.50"), "007", "a,b"),
                        Arrays.asList(-20L, new BigDecimal("3"), "100", null));
    }

    @Test
    void names_a_line_that_has_too_few_columns() {
        SqlParameters parameters = SqlParameters.parse("p.csv", "a,b\n1,2\n\"x\ny\",3\n4\n");

        parameters.requireFor("a.sql", 1);
        assertThatThrownBy(() -> parameters.requireFor("a.sql", 2))
                .isInstanceOf(UsageException.class)
                .hasMessage("p.csv, line 5: 1 column, but a.sql has 2 parameters (?)");
    }

    @Test
    void needs_a_file_where_there_are_parameters() {
        SqlParameters.NONE.requireFor("a.sql", 0);
        assertThatThrownBy(() -> SqlParameters.NONE.requireFor("a.sql", 1))
                .hasMessage("a.sql has 1 parameter (?); give values with --sql-params FILE");
    }

    @Test
    void needs_names_of_columns_and_values() {
        assertThatThrownBy(() -> SqlParameters.parse("p.csv", "1,2\n3,4\n"))
                .hasMessage("p.csv, line 1: '1' is no name of a column; the first line names the columns");
        assertThatThrownBy(() -> SqlParameters.parse("p.csv", "id\n"))
                .hasMessage("p.csv: give a line with the names of the columns, and lines of values");
    }
}
