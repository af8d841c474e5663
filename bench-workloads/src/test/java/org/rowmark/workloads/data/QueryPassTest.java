package org.rowmark.workloads.data;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.workloads.H2Runs;

class QueryPassTest {
    @TempDir
    private Path directory;

    /** The sum of the answers of a query that must be 7. */
    private static final class Seven implements QueryPass.Answers {
        private long sum;

        @Override
        public void begin() {
            sum = 0;
        }

        @Override
        public void add(int query, ResultSet row) throws SQLException {
            sum += row.getLong(1);
        }

        @Override
        public void check() {
            if (sum != 7) {
                throw new IllegalStateException("query seven: the answer is " + sum);
            }
        }
    }

    @Test
    void a_statement_without_a_row_is_another_answer_of_its_query() throws Exception {
        Map<String, List<String>> queries = Map.of("seven", List.of("select 3", "select 4 where 1 = 0"));
        try (H2Runs runs = H2Runs.inThisJvm(directory);
                Connection connection = runs.connect();
                QueryPass pass = QueryPass.prepare(queries, new Seven(), connection)) {
            pass.begin();
            pass.run();

            assertThatThrownBy(pass::check).hasMessage("query seven: the answer is 3");
        }
    }
}
