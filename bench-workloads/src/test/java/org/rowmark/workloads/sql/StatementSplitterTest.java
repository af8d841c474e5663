package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.Databases;
import org.rowmark.db.Dialect;
import org.rowmark.util.UsageException;

class StatementSplitterTest {

    @Test
    void splits_at_semicolons_and_knows_the_lines() {
        List<SqlStatement> statements = split("-- first\nselect 1;\n\n select\n 2 ;; select 3");

        assertThat(statements)
                .extracting(SqlStatement::text)
                .containsExactly("-- first\nselect 1", "select\n 2", "select 3");
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
        assertThat(texts("select 'it\\'s;' # a;b\n, 5--3; select 2", "mysql"))
                .containsExactly("select 'it\\'s;' # a;b\n, 5--3", "select 2");
        assertThat(texts("select 'C:\\'; select 2", "postgresql")).containsExactly("select 'C:\\'", "select 2");
        assertThat(texts("select E'it\\'s; fine', type'a\\'; select 2", "postgresql"))
                .containsExactly("select E'it\\'s; fine', type'a\\'", "select 2");
    }

    @Test
    void executes_no_statement_of_a_nested_comment() {
        String text = "/* old /* again */\n drop table keep;\n*/\ncreate table n (id int)";

        for (String product : List.of("postgresql", "h2", "duckdb", "derby", "sqlserver")) {
            assertThat(texts(text, product)).containsExactly(text);
        }
        assertThat(texts("/* old /* again */ select 1; select 2", "sqlite"))
                .containsExactly("/* old /* again */ select 1", "select 2");
    }

    @Test
    void keeps_the_comments_of_a_statement_and_drops_those_of_none() {
        assertThat(texts("/*+ SeqScan(t) */ select 1 -- end\n; -- none\n", "postgresql"))
                .containsExactly("/*+ SeqScan(t) */ select 1 -- end");
        assertThat(texts(
                        "-- none\n/*!50001 CREATE VIEW v AS SELECT '*/' */;\n/*M!100000 set a = 1*/;/* x */;", "mysql"))
                .containsExactly("-- none\n/*!50001 CREATE VIEW v AS SELECT '*/' */", "/*M!100000 set a = 1*/");
        assertThat(split("/*!50001DELETE from t */*2", "mysql").get(0).words()).startsWith("delete", "from");
    }

    @ParameterizedTest
    @CsvSource({"postgresql, '/* a /* b */ select 1;', ; comments in it have ends of their own", "sqlite, '\n/* a', ''"
    })
    void refuses_a_comment_without_an_end(String product, String text, String hint) {
        assertThatThrownBy(() -> split(text, product))
                .isInstanceOf(UsageException.class)
                .hasMessageMatching("a\\.sql, line [12]: the comment that begins here has no end" + hint);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "firebird   | select q'{a';b}', q'!a;'b!'",
                "postgresql | select U&'a;\\', $a$;$b$;$a$, a[1]",
                "h2         | select $$ ; $$ // ';",
                "sqlite     | select [a';b], `a';`",
                "sqlserver  | select [a]];'b]",
                "mysql      | select \"a\\\";\", `a\\`"
            })
    void reads_the_quotes_of_a_product(String product, String statement) {
        assertThat(texts(statement + "\n;select 2", product)).first().asString().startsWith(statement.stripTrailing());
        assertThat(split(statement + "\n;select 2", product)).hasSize(2);
    }

    @Test
    void follows_the_delimiter_lines_of_the_client() {
        String trigger =
                "/*!50003 CREATE*/ /*!50003 TRIGGER t BEFORE INSERT ON k FOR EACH ROW BEGIN\n set @a = 1; END */";

        assertThat(texts("select 1;\nDELIMITER ;;\n" + trigger + ";;\nDELIMITER ;\nselect 2;", "mysql"))
                .containsExactly("select 1", trigger, "select 2");
        assertThat(texts(
                        "-- c\ndelimiter $$\ncreate procedure p() begin select 1; end$$\ndelimiter ;\nselect 2",
                        "mysql"))
                .containsExactly("create procedure p() begin select 1; end", "select 2");
        assertThat(texts(
                        "SET SQL DIALECT 3;\nSET TERM ^ ;\ncreate procedure p as begin exit; end^\nSET TERM ; ^\n"
                                + "commit work; select 2 from a;",
                        "firebird"))
                .containsExactly("create procedure p as begin exit; end", "select 2 from a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create function f() returns int begin atomic select case when a = 1 then 2 end; select 3; end",
                "create trigger t after insert on a begin update b set c = case when d then 1 end; delete from e; end",
                "create or replace procedure p() begin if a then b; end if; while c do d; end while; end",
                "create trigger t after insert on a begin insert into b select case when c then 1 end,"
                        + " case when d then 2 end || case e when 1 then 3 end; delete from f; end",
                "create procedure p() begin select case when a then 1 end, if(1, 2, 3); select 4; end",
                "create rule r as on insert to a do also (insert into b values (1); insert into c values (2))"
            })
    void keeps_the_statements_of_a_routine_together(String routine) {
        assertThat(texts(routine + ";\nselect 2", "postgresql")).containsExactly(routine, "select 2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mariadb   | alter table event add column begin datetime",
                "mariadb   | create or replace algorithm = merge view proc as select begin from event",
                "sqlserver | create table event (id int)",
                "sqlserver | alter schema package transfer trigger",
                "sqlserver | execute rule"
            })
    void an_object_with_the_name_of_a_routine_is_none(String product, String definition) {
        assertThat(split(definition + ";\nselect 2", product)).hasSize(2);
    }

    @Test
    void ends_batches_at_lines_with_go() {
        assertThat(texts("declare @a int = 1;\nselect @a;\nGO\nselect 'x\nGO\n' as go\n go 2 -- twice\n", "sqlserver"))
                .containsExactly("declare @a int = 1;\nselect @a;", "select 'x\nGO\n' as go", "select 'x\nGO\n' as go");
        assertThat(texts("select 1; merge t using s; create procedure p as select 1; delete from t;", "sqlserver"))
                .containsExactly("select 1;", "merge t using s;", "create procedure p as select 1; delete from t;");
    }

    @Test
    void finds_the_change_of_a_batch() {
        assertThat(changes("select 1; drop table t\nGO")).containsExactly("DROP");
        assertThat(changes("select 1 exec p\nGO")).containsExactly("EXEC");
        assertThat(changes("select 1; with a as (select 2 b) select b from a;\nGO"))
                .isEmpty();
    }

    private static List<String> changes(String batches) {
        return split(batches, "sqlserver").stream()
                .flatMap(statement -> statement.change().stream())
                .toList();
    }

    @Test
    void leaves_out_restrictions_of_a_dump_and_refuses_what_only_the_client_can_do() {
        assertThat(texts("-- dump\n\\restrict abc\n\nselect 1;\n\\unrestrict abc\n", "postgresql"))
                .containsExactly("select 1");
        assertThatThrownBy(() -> split("select 1;\n\\connect other\n", "postgresql"))
                .hasMessage(
                        "a.sql, line 2: \\connect is a command of the database's own client and no SQL; leave it out");
        assertThatThrownBy(() -> split("\nCOPY public.t (a) FROM stdin;\n1\tit's\n\\.\n", "postgresql"))
                .hasMessage("a.sql, line 2: only the database's own client can send the rows behind copy … from stdin;"
                        + " write inserts, as pg_dump --inserts does");
    }

    @Test
    void ends_comments_at_carriage_returns_where_the_product_does() {
        assertThat(texts("-- a\rselect 1; select 2\r\n;", "postgresql")).hasSize(2);
        assertThat(texts("-- a\rselect 1; select 2\r\n; select 3", "sqlite")).containsExactly("select 3");
    }

    @Test
    void follows_rules_that_change_on_the_way() {
        Dialect dialect = Databases.named("mysql").dialect();
        StatementSplitter splitter =
                StatementSplitter.of("a.sql", "set sql_mode = '';\nselect 'c:\\';\nselect 'x; y'", Set.of());

        assertThat(splitter.next().orElseThrow().text()).isEqualTo("set sql_mode = ''");
        splitter.follow(dialect.userSql().rules());
        assertThat(splitter.next().orElseThrow().text()).isEqualTo("select 'c:\\';\nselect 'x");
        splitter.follow(Set.of());
        assertThat(splitter.next().orElseThrow().line()).isEqualTo(3);
        assertThat(splitter.next()).isEmpty();
    }

    @Test
    void has_no_statement_where_there_are_only_comments() {
        assertThat(split(" -- nothing\n ; /* more */ ;")).isEmpty();
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

    private static List<String> texts(String text, String product) {
        return split(text, product).stream().map(SqlStatement::text).toList();
    }

    private static List<SqlStatement> split(String text, String product) {
        return split(text, Databases.named(product).dialect());
    }

    private static List<SqlStatement> split(String text) {
        return split(text, new Dialect() {});
    }

    private static List<SqlStatement> split(String text, Dialect dialect) {
        return StatementSplitter.split("a.sql", text, dialect.userSql().rules());
    }
}
