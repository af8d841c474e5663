package org.rowmark.workloads.sql;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableFunction;
import org.rowmark.db.Dialect;
import org.rowmark.db.UserSql;
import org.rowmark.fuzz.FuzzedReader;
import org.rowmark.fuzz.FuzzedReaders;

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

    private static final List<String> VALUES = List.of(
            "id,name,price\n1,a,2.50\n2,\"b, \"\"c\"\"\",3\n,,\n", "code\n007\n008\n", "a,b\r\n-1,2\r\n3,4\r\n");

    @Override
    public Map<String, FailableFunction<Path, FuzzedReader, IOException>> byName() {
        return Map.of("sql", directory -> scripts(), "csv", directory -> values());
    }

    private static FuzzedReader scripts() {
        return FuzzedReader.ofTexts(SCRIPTS, text -> {
            for (boolean hasBackslashes : List.of(true, false)) {
                input(text, VALUES.get(0)).check(dialect(hasBackslashes));
                StatementSplitter.split("a.sql", text, hasBackslashes).forEach(SqlStatement::isExplainable);
            }
        });
    }

    private static FuzzedReader values() {
        return FuzzedReader.ofTexts(VALUES, text -> input("select ?", text).check(dialect(false)));
    }

    private static SqlInput input(String script, String values) {
        return new SqlInput(
                List.of(new SqlInput.Source("a.sql", script)),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new SqlInput.Source("values.csv", values)),
                false);
    }

    private static Dialect dialect(boolean hasBackslashes) {
        return new Dialect() {
            @Override
            public UserSql userSql() {
                return hasBackslashes ? UserSql.STANDARD.withBackslashes() : UserSql.STANDARD;
            }
        };
    }
}
