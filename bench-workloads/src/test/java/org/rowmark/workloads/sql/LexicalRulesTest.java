package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.targets.Target;
import org.rowmark.util.Sql;

/** The lexical rules of each product against the product itself: what it takes for one statement is one. */
class LexicalRulesTest {
    /** Each is a query by one rule or without it, and an error otherwise; %s is a from clause. */
    private static final List<String> QUERIES = List.of(
            "select /* a /* b; */ c; */ 1 as x%s",
            "select /* a /* b; */ 1 as x%s",
            "select 1 as x # a';b\n%s",
            "select 1 as x // a';b\n%s",
            "select 1 as x --a';b\n%s",
            "select 1 as x --\t a';b\n%s",
            "select 3--1\n as x%s",
            "select -- a';b\r 1 as \"b;\"%s",
            "select -- a\r';b\n 1 as x%s",
            "select 'a\\';b' as x%s",
            "select 'a\\' as x, ';b' as y%s",
            "select 1 as \"a\\\";b\"%s",
            "select 1 as \"a\\\", 2 as \";b\"%s",
            "select E'a\\';b' as x%s",
            "select q'{a';b}' as x%s",
            "select $$a';b$$ as x%s",
            "select $x$a';$$b$x$ as x%s",
            "select 1 as `a';b`%s",
            "select 1 as [a';b]%s",
            "select 'it''s;' as x, 1 as \"a;\"\";b\"%s",
            "-- a;b\n/*+ c; */ select 1 as x /* d; */%s -- e;",
            "/*!50001 select 1 as x, '*/;' as y*/%s");

    @TempDir
    private Path temp;

    @ParameterizedTest
    @CsvSource({
        "h2, '', '', 12",
        "hsqldb, ' from (values (0)) v', '', 9",
        "derby, ' from sysibm.sysdummy1', '', 8",
        "sqlite, '', '', 11",
        "duckdb, '', '', 13",
        "postgresql, '', 'set standard_conforming_strings = off', 12",
        "mariadb, '', 'set sql_mode = ''NO_BACKSLASH_ESCAPES''; set sql_mode = ''ANSI_QUOTES''', 10",
        "firebird, ' from rdb$database', '', 9"
    })
    void are_the_rules_of_the_product_whatever_its_settings(String name, String from, String settings, int least)
            throws Exception {
        Target target = Targets.builtIn().named(name);
        try (Server server = new SqlRun(temp).start(target);
                Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
            assertRules(connection, target, from, least);
            for (String setting : settings.isEmpty() ? new String[0] : settings.split("; ", -1)) {
                Sql.execute(connection, setting);
                assertRules(connection, target, from, least);
            }
        }
    }

    private static void assertRules(Connection connection, Target target, String from, int least) throws SQLException {
        Set<LexicalRule> rules = Databases.named(target.database()).dialect().lexicalRules(connection);
        List<String> accepted = QUERIES.stream()
                .map(query -> "select * from (\n" + query.replace("%s", from) + "\n) z") // whole, or an error
                .filter(sql -> isStatement(connection, sql))
                .toList();

        assertThat(accepted)
                .hasSizeGreaterThanOrEqualTo(least)
                .allSatisfy(sql -> assertThat(StatementSplitter.split("a.sql", sql + "\n;\nselect 2", rules))
                        .extracting(SqlStatement::text)
                        .containsExactly(sql, "select 2"));
    }

    private static boolean isStatement(Connection connection, String sql) {
        try {
            Sql.execute(connection, sql);
            return true;
        } catch (SQLException | RuntimeException e) {
            return false;
        }
    }
}
