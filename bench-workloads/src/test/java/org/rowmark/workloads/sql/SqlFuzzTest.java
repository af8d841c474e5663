package org.rowmark.workloads.sql;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.lang3.function.FailableFunction;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.db.sql.UserSql;
import org.rowmark.fuzz.FuzzedReader;
import org.rowmark.fuzz.FuzzedReaders;
import org.rowmark.options.DrawnParameters;

/** Readers of SQL files and of the values of their parameters. */
class SqlFuzzTest implements FuzzedReaders {
    private static final List<String> SCRIPTS = List.of("""
            -- orders of a day; 'quoted' in a comment
            select id, "a \"\"b", 'it''s; fine' from orders where day = ? and id > 1e3 order by id;
            /* a block; */ with recent as (select * from orders)
            select count(*) from recent where total ?? 'a' and x = $$ a; b $$ and y = $tag$ ; $tag$;
            """, """
            select `a` from t where b = 'c\\'d' # a comment
              and e between ? and ?;
            values (1), (2)
            """);

    private static final List<String> COMMANDS = List.of("""
        \\restrict key
        create function f() returns int begin atomic select case when 1 = 1 then 2 end; end; select [a;b] from t;
        delimiter //
        /*!50003 create */ /*!50017 trigger t */ begin select 1; end//
        set term ^ ; select q'{;}', E'\\';' // /* a /* b */ c */
        GO 2
        """);

    private static final List<String> VALUES = List.of(
            "id,name,price\n1,a,2.50\n2,\"b, \"\"c\"\"\",3\n,,\n", "code\n007\n008\n", "a,b\r\n-1,2\r\n3,4\r\n");

    @Override
    public Map<String, FailableFunction<Path, FuzzedReader, IOException>> byName() {
        return Map.of(
                "sql", directory -> scripts(SCRIPTS, false),
                "sql-commands", directory -> scripts(COMMANDS, true),
                "csv", directory -> values());
    }

    private static FuzzedReader scripts(List<String> texts, boolean writes) {
        return FuzzedReader.ofTexts(texts, text -> {
            check(text, writes, EnumSet.of(LexicalRule.TAGGED_DOLLAR_QUOTES));
            check(text, writes, EnumSet.complementOf(EnumSet.of(LexicalRule.GO_LINES)));
            check(text, writes, EnumSet.allOf(LexicalRule.class));
        });
    }

    private static void check(String text, boolean writes, Set<LexicalRule> rules) {
        input(text, VALUES.get(0), writes).check(UserSql.STANDARD, rules);
        StatementSplitter.split("a.sql", text, rules).forEach(SqlStatement::isExplainable);
    }

    private static FuzzedReader values() {
        return FuzzedReader.ofTexts(
                VALUES, text -> input("select ?", text, false).check(UserSql.STANDARD));
    }

    private static SqlInput input(String script, String values, boolean writes) {
        return new SqlInput(
                List.of(new SqlInput.Source("a.sql", script)),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new SqlInput.Source("values.csv", values)),
                DrawnParameters.NONE,
                writes,
                false);
    }
}
