package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Feature;
import org.rowmark.db.sql.ParameterizedSql;

/** Every piece of a dialect executes and does what its method promises. */
interface DialectContract extends Contract {
    String UNICODE = "Zażółć gęślą jaźń, Ελληνικά, 日本語, \uD83D\uDE00";
    LocalDateTime MOMENT = LocalDateTime.of(2026, 2, 3, 4, 5, 6, 123_456_000);

    @Test
    default void keeps_unicode_and_null() throws SQLException {
        onTable("kept_unicode", "id integer not null primary key, u " + unicodeTextType(100), connection -> {
            try (PreparedStatement insert =
                    connection.prepareStatement(dialect().insert("kept_unicode", List.of("id", "u")))) {
                insert.setInt(1, 1);
                insert.setString(2, UNICODE);
                insert.executeUpdate();
                insert.setInt(1, 2);
                insert.setNull(2, Types.VARCHAR);
                insert.executeUpdate();
            }
            assertThat(strings(connection, "select u from kept_unicode order by id"))
                    .containsExactly(UNICODE, null);
        });
    }

    @Test
    default void keeps_a_moment_within_a_second() throws SQLException {
        onTable("kept_time", "id integer not null primary key, ts " + dialect().timestampType(), connection -> {
            try (PreparedStatement insert =
                    connection.prepareStatement(dialect().insert("kept_time", List.of("id", "ts")))) {
                insert.setInt(1, 1);
                insert.setTimestamp(2, Timestamp.valueOf(MOMENT));
                insert.executeUpdate();
            }
            LocalDateTime kept;
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("select ts from kept_time")) {
                row.next();
                kept = row.getTimestamp(1).toLocalDateTime();
            }
            if (features().contains(Feature.MICROSECONDS)) {
                assertThat(kept).isEqualTo(MOMENT);
            } else {
                assertThat(kept).isNotEqualTo(MOMENT).isCloseTo(MOMENT, within(1, ChronoUnit.SECONDS));
            }
        });
    }

    @Test
    default void renews_the_statistics_of_a_table_and_keeps_its_rows() throws SQLException {
        onTable("analyzed", "id integer not null primary key", connection -> {
            Contract.execute(connection, "insert into analyzed (id) values (7)");
            for (String statement : dialect().analyze("analyzed")) {
                Contract.execute(connection, statement);
            }
            assertThat(strings(connection, "select id from analyzed")).containsExactly("7");
        });
    }

    @Test
    default void keeps_a_fixed_column_of_8000_bytes_in_its_row() throws SQLException {
        String text = "f".repeat(8_000);
        onTable("fixed_text", "id integer not null primary key, c " + dialect().fixedTextType(8_000), connection -> {
            for (String statement : dialect().keepInRow("fixed_text", "c")) {
                Contract.execute(connection, statement);
            }
            try (PreparedStatement insert =
                    connection.prepareStatement(dialect().insert("fixed_text", List.of("id", "c")))) {
                insert.setInt(1, 1);
                insert.setString(2, text);
                insert.executeUpdate();
            }
            assertThat(strings(connection, "select c from fixed_text")).containsExactly(text);
        });
    }

    @Test
    default void fills_an_identity_with_ascending_numbers() throws SQLException {
        assumeThat(features()).contains(Feature.IDENTITY);
        onTable("identified", dialect().identityColumn("id") + ", a integer", connection -> {
            try (PreparedStatement insert =
                    connection.prepareStatement(dialect().insert("identified", List.of("a")))) {
                for (int a = 1; a <= 20; a++) {
                    insert.setInt(1, a);
                    insert.executeUpdate();
                }
            }
            List<String> inOrder = strings(connection, "select a from identified order by id");
            assertThat(inOrder)
                    .hasSize(20)
                    .isSortedAccordingTo((x, y) -> Integer.compare(Integer.parseInt(x), Integer.parseInt(y)));
            assertThat(Contract.number(connection, "select count(distinct id) from identified"))
                    .isEqualTo(20);
        });
    }

    @Test
    default void inserts_several_rows_without_their_identity() throws SQLException {
        assumeThat(features()).contains(Feature.IDENTITY, Feature.MULTI_ROW_INSERT);
        String text = dialect().fixedTextType(8_000);
        onTable("eight_rows", dialect().identityColumn("id") + ", c " + text, connection -> {
            try (PreparedStatement insert =
                    connection.prepareStatement(dialect().insertRows("eight_rows", List.of("c"), List.of(text), 8))) {
                for (int i = 1; i <= 8; i++) {
                    insert.setString(i, String.valueOf(i).repeat(8_000));
                }
                assertThat(insert.executeUpdate()).isEqualTo(8);
            }
            assertThat(Contract.number(connection, "select count(distinct id) from eight_rows"))
                    .isEqualTo(8);
        });
    }

    @Test
    default void takes_a_part_of_a_text() throws SQLException {
        onTable("parted", "id integer not null primary key, c " + dialect().fixedTextType(8_000), connection -> {
            try (PreparedStatement insert =
                    connection.prepareStatement(dialect().insert("parted", List.of("id", "c")))) {
                insert.setInt(1, 1);
                insert.setString(2, "a".repeat(7_995) + "vwxyz");
                insert.executeUpdate();
            }
            assertThat(strings(connection, "select " + dialect().substring("c", 7_994, 7) + " from parted"))
                    .containsExactly("aavwxyz");
        });
    }

    @Test
    default void distinguishes_texts_by_a_hash() throws SQLException {
        Optional<String> hash = dialect().hash("c");
        assumeThat(hash).isPresent();
        String most = "h".repeat(3_999);
        onTable("hashed", "id integer not null primary key, c " + dialect().fixedTextType(8_000), connection -> {
            try (PreparedStatement insert =
                    connection.prepareStatement(dialect().insert("hashed", List.of("id", "c")))) {
                int id = 0;
                for (String middle : List.of("ab", "ba", "ab", "aB")) {
                    insert.setInt(1, id++);
                    insert.setString(2, most + middle + most);
                    insert.executeUpdate();
                }
            }
            String hashes = "(select " + hash.get() + " as h from hashed) hashes";
            assertThat(strings(
                            connection,
                            dialect().limit("select count(*) from " + hashes + " group by h order by 1", 9)))
                    .containsExactly("1", "1", "2");
        });
    }

    /** On a connection of its own, and more than once. */
    @Test
    default void does_a_checkpoint_while_others_are_connected() throws SQLException {
        onTable("checked", "id integer not null primary key", connection -> {
            Contract.execute(connection, "insert into checked (id) values (1)");
            on(ConnectionMode.PLAIN, own -> {
                for (int i = 0; i < 2; i++) {
                    for (String sql : dialect().checkpoint("checked")) {
                        Contract.execute(own, sql);
                    }
                }
            });
            Contract.execute(connection, "insert into checked (id) values (2)");
            assertThat(Contract.number(connection, "select count(*) from checked"))
                    .isEqualTo(2);
        });
    }

    @Test
    default void limits_a_query_to_its_first_rows() throws SQLException {
        onTable("limited", "id integer not null primary key", connection -> {
            for (int id = 1; id <= 9; id++) {
                Contract.execute(connection, "insert into limited (id) values (" + id + ")");
            }
            assertThat(strings(connection, dialect().limit("select id from limited where id > 2 order by id", 3)))
                    .containsExactly("3", "4", "5");
            assertThat(strings(connection, dialect().limit("select distinct id from limited", 100)))
                    .hasSize(9);
        });
    }

    @Test
    default void updates_the_row_that_is_there_and_inserts_the_one_that_is_not() throws SQLException {
        assumeThat(features()).contains(Feature.UPSERT);
        List<String> columns = List.of("k", "t", "n");
        List<String> types = List.of(
                dialect().bigintType(), dialect().textType(20), dialect().integerType());
        String definitions = "k " + types.get(0) + " not null primary key, t " + types.get(1) + ", n " + types.get(2);
        onTable("upserted", definitions, connection -> {
            ParameterizedSql upsert = dialect().upsert("upserted", List.of("k"), columns, types);
            try (PreparedStatement statement = connection.prepareStatement(upsert.sql())) {
                upsert(statement, upsert, 1L, "one", 1);
                upsert(statement, upsert, 2L, "two", 2);
                upsert(statement, upsert, 1L, "uno", 11);
            }
            assertThat(strings(connection, "select t from upserted order by k")).containsExactly("uno", "two");
            assertThat(Contract.number(connection, "select sum(n) from upserted"))
                    .isEqualTo(13);
        });
    }

    @Test
    default void answers_a_ping() throws SQLException {
        on(
                ConnectionMode.PLAIN,
                connection -> assertThat(strings(connection, dialect().ping())).hasSize(1));
    }

    private static void upsert(PreparedStatement statement, ParameterizedSql upsert, Object... row)
            throws SQLException {
        int parameter = 0;
        for (int column : upsert.parameters()) {
            statement.setObject(++parameter, row[column]);
        }
        statement.executeUpdate();
    }

    /** The first column of all rows. */
    private static List<String> strings(Connection connection, String query) throws SQLException {
        List<String> strings = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                strings.add(rows.getString(1));
            }
        }
        return strings;
    }
}
