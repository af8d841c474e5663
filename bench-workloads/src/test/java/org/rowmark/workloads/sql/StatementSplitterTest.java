package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementSplitterTest {

    @Test
    void splits_at_semicolons_and_knows_the_lines() {
        List<SqlStatement> statements = split("-- first\nselect 1;\n\n select\n 2 ;; select 3");

        assertThat(statements).extracting(SqlStatement::text).containsExactly("select 1", "select\n 2", "select 3");
        assertThat(statements).extracting(SqlStatement::line).containsExactly(2, 4, 5);
        assertThat(statements).extracting(SqlStatement::number).containsExactly(1, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 'a;b', 'it''s;' from t",
                "select \"a;b\", `c;d` from t",
                "select 1 -- one; two\n, 2",
                "select /* one; 'two */ 1",
                "select $$a;b$$, $body$ c;$$;d $body$",
                "select a$b$c from t"
            })
    void leaves_semicolons_in_texts_names_and_comments(String statement) {
        assertThat(split(statement + ";\nselect 2"))
                .extracting(SqlStatement::text)
                .containsExactly(statement, "select 2");
    }

    @Test
    void reads_backslashes_and_hashes_as_the_product_does() {
        String text = "select 'it\\'s;' # a;b\n, 5--3; select 2";

        assertThat(StatementSplitter.split("a.sql", text, true))
                .extracting(SqlStatement::text)
                .containsExactly("select 'it\\'s;' # a;b\n, 5--3", "select 2");
        assertThat(split("select 'C:\\'; select 2"))
                .extracting(SqlStatement::text)
                .containsExactly("select 'C:\\'", "select 2");
    }

    @Test
    void has_no_statement_where_there_are_only_comments() {
        assertThat(split("\uFEFF -- nothing\n ; /* more */ ;")).isEmpty();
    }

    @Test
    void counts_parameters_outside_of_texts() {
        assertThat(split("select '?', \"?\", ? /* ? */ from t where j ?? 'k' and a = ? -- ?"))
                .extracting(SqlStatement::parameters)
                .containsExactly(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "select a from t order by a                                     | true",
                "select a from t ORDER /* x */BY a                              | true",
                "select a from (select a from t order by a) s                   | false",
                "select rank() over (order by a) from t                         | false",
                "select 'order by a' from t                                     | false"
            })
    void knows_whether_the_rows_have_an_order(String statement, boolean isOrdered) {
        assertThat(split(statement)).extracting(SqlStatement::isOrdered).containsExactly(isOrdered);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select updated, replace(a, 'x', 'y') from deletes",
                "(select 1) union (select 2)",
                "with a as (select 1) select * from a",
                "values (1)",
                "show tables",
                "explain select 1"
            })
    void knows_queries(String statement) {
        assertThat(split(statement).get(0).change()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "insert into t values (1)                                   | INSERT",
                "/* c */ Drop table t                                       | DROP",
                "with a as (delete from t returning id) select * from a     | DELETE",
                "select a into b from t                                     | INTO",
                "select a from t for update                                 | UPDATE",
                "explain analyze delete from t                              | DELETE",
                "call p()                                                   | CALL",
                "set global x = 1                                           | SET"
            })
    void names_the_word_of_a_change(String statement, String word) {
        assertThat(split(statement).get(0).change()).contains(word);
    }

    private static List<SqlStatement> split(String text) {
        return StatementSplitter.split("a.sql", text, false);
    }
}
