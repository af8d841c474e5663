package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rowmark.data.DataSet;
import org.rowmark.data.DerivedTable;
import org.rowmark.data.KeptTables;
import org.rowmark.data.Table;
import org.rowmark.data.Tables;
import org.rowmark.db.ConnectionMode;
import org.rowmark.util.UsageException;

/** What Rowmark did not make is neither used nor dropped. */
interface SafetyContract extends Contract {

    @Test
    default void refuses_a_marker_table_that_is_not_its_own() throws SQLException {
        onTable("rowmark_marker", "somebody integer not null primary key", connection -> {
            Contract.execute(connection, "insert into rowmark_marker (somebody) values (7)");
            Tables tables = new Tables(connection, database());

            assertThatThrownBy(tables::requireOurs)
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("rowmark_marker exists but was not made by Rowmark");
            assertThatThrownBy(tables::dropAll).isInstanceOf(UsageException.class);
            assertThat(Contract.number(connection, "select somebody from rowmark_marker"))
                    .isEqualTo(7);
        });
    }

    @Test
    default void refuses_a_table_that_is_not_its_own_and_drops_only_what_is() throws SQLException {
        onTable("rowmark_theirs", "id integer not null primary key", connection -> {
            Contract.execute(connection, "insert into rowmark_theirs (id) values (7)");
            Tables tables = new Tables(connection, database());
            Table ours =
                    new Table("rowmark_ours", List.of("id"), List.of(dialect().bigintType()));
            Table theirs =
                    new Table("rowmark_theirs", List.of("id"), List.of(dialect().bigintType()));

            if (hasCatalogue(connection)) {
                assertThatThrownBy(tables::requireOurs)
                        .isInstanceOf(UsageException.class)
                        .hasMessageContaining("rowmark_theirs exists but was not made by Rowmark");
            }
            tables.empty(ours);
            assertThatThrownBy(() -> tables.empty(theirs)).isInstanceOf(UsageException.class);
            tables.dropAll();
            assertThat(Contract.number(connection, "select id from rowmark_theirs"))
                    .isEqualTo(7);
            assertThatThrownBy(() -> Contract.number(connection, "select count(*) from rowmark_ours"))
                    .isInstanceOf(SQLException.class);
        });
    }

    @Test
    default void creates_a_table_anew_and_drops_it() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            Tables tables = new Tables(connection, database());
            Table ours =
                    new Table("rowmark_anew", List.of("id"), List.of(dialect().bigintType()));
            String definitions = "id " + dialect().bigintType() + " not null primary key";

            for (int i = 0; i < 2; i++) {
                tables.createAnew(ours, definitions);
                Contract.execute(connection, "insert into rowmark_anew (id) values (7)");
            }
            tables.drop(ours);
            tables.drop(ours);
            assertThatThrownBy(() -> Contract.number(connection, "select count(*) from rowmark_anew"))
                    .isInstanceOf(SQLException.class);
            tables.dropAll();
        });
    }

    @Test
    default void spares_a_table_that_is_kept_until_it_is_forgotten() throws SQLException {
        on(ConnectionMode.BULK_LOAD, connection -> {
            Tables tables = new Tables(connection, database());
            KeptTables keeping = new KeptTables(connection, database());
            Table kept =
                    new Table("rowmark_kept", List.of("id"), List.of(dialect().bigintType()));
            DataSet data = new DataSet(kept, 2, "two rows", key -> new Object[] {key});
            tables.load(data);

            assertThat(keeping.keep(List.of("rowmark_kept", "rowmark_none"))).containsExactly("rowmark_none");
            tables.empty(
                    new Table("rowmark_ours", List.of("id"), List.of(dialect().bigintType())));
            tables.dropAll();

            assertThat(tables.load(data)).isFalse();
            assertThatThrownBy(() -> Contract.number(connection, "select count(*) from rowmark_ours"))
                    .isInstanceOf(SQLException.class);
            assertThat(keeping.forget(List.of("rowmark_kept"))).isTrue();
            assertThat(keeping.forget(List.of("rowmark_kept"))).isFalse();
            for (String table : List.of("rowmark_kept", "rowmark_marker")) {
                assertThatThrownBy(() -> Contract.number(connection, "select count(*) from " + table))
                        .isInstanceOf(SQLException.class);
            }
        });
    }

    @Test
    default void a_table_that_is_kept_still_is_when_it_is_loaded_anew() throws SQLException {
        on(ConnectionMode.BULK_LOAD, connection -> {
            Tables tables = new Tables(connection, database());
            KeptTables keeping = new KeptTables(connection, database());
            Table kept =
                    new Table("rowmark_kept", List.of("id"), List.of(dialect().bigintType()));
            DataSet three = new DataSet(kept, 3, "three rows", key -> new Object[] {key});
            tables.load(new DataSet(kept, 2, "two rows", key -> new Object[] {key}));
            keeping.keep(List.of("rowmark_kept"));

            assertThat(tables.load(three)).isTrue();
            tables.dropAll();
            assertThat(Contract.number(connection, "select count(*) from rowmark_kept"))
                    .isEqualTo(3);
            assertThat(keeping.keep(List.of("rowmark_kept"))).isEmpty();
            assertThat(tables.load(three)).isFalse();
            assertThat(keeping.forget(List.of("rowmark_kept"))).isTrue();
        });
    }

    @Test
    default void refuses_a_schema_of_its_name_that_is_not_its_own() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            assumeThat(executes(connection, "create schema rowmark"))
                    .as("has schemas, and none called rowmark yet")
                    .isTrue();
            // where the catalog has the same name, the schema's must be given in full
            String schema = executes(connection, "create table rowmark.thesis (id integer not null)")
                    ? "rowmark"
                    : "rowmark.rowmark";
            executes(connection, "create table if not exists " + schema + ".thesis (id integer not null)");
            try {
                assumeThat(listsSchema(connection)).as("lists its schemas").isTrue();
                Tables tables = new Tables(connection, database());

                assertThatThrownBy(tables::requireOurs)
                        .isInstanceOf(UsageException.class)
                        .hasMessageContaining("schema rowmark exists but was not made by Rowmark");
                tables.dropAll();
                assertThat(Contract.number(connection, "select count(*) from " + schema + ".thesis"))
                        .isZero();
            } finally {
                Contract.execute(connection, "drop table " + schema + ".thesis");
                assertThat(Stream.of(
                                        "drop schema rowmark",
                                        "drop schema rowmark restrict",
                                        "drop schema rowmark cascade")
                                .anyMatch(drop -> executes(connection, drop)))
                        .isTrue();
            }
            new Tables(connection, database()).requireOurs();
        });
    }

    @Test
    default void leaves_everything_else_in_the_catalogue_as_it_was() throws SQLException {
        onTable("theirs", "id integer not null primary key, a integer", connection -> {
            Contract.execute(connection, "insert into theirs (id, a) values (7, 8)");
            Contract.execute(connection, "create index theirs_a on theirs (a)");
            List<String> before = catalogue(connection);
            assumeThat(before).as("has a catalogue").isNotEmpty();

            on(ConnectionMode.PLAIN, own -> database().features(own));
            on(ConnectionMode.BULK_LOAD, own -> {
                Tables tables = new Tables(own, database());
                String number = dialect().bigintType();
                Table ours = new Table(
                        "rowmark_ours", List.of("id", "a"), List.of(number, number), List.of("id"), List.of("a"));
                tables.requireOurs();
                tables.load(new DataSet(ours, 10, "ten rows", key -> new Object[] {key, key}));
                tables.derive(new DerivedTable(
                        "rowmark_derived",
                        "id " + number + " not null primary key",
                        "all of them",
                        List.of("insert into rowmark_derived select id from rowmark_ours")));
                assertThat(catalogue(own)).anyMatch(each -> each.contains("rowmark_derived"));
                tables.dropAll();
            });

            assertThat(catalogue(connection)).isEqualTo(before);
            assertThat(Contract.number(connection, "select a from theirs where id = 7"))
                    .isEqualTo(8);
        });
    }

    private static boolean listsSchema(Connection connection) throws SQLException {
        try (ResultSet tables = connection.getMetaData().getTables(null, null, "%", null)) {
            while (tables.next()) {
                if ("rowmark".equalsIgnoreCase(tables.getString("TABLE_SCHEM"))) {
                    return true;
                }
            }
            return false;
        }
    }

    private static boolean executes(Connection connection, String sql) {
        try {
            Contract.execute(connection, sql);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    @Test
    default void takes_its_own_tables_for_its_own() throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            Tables tables = new Tables(connection, database());
            tables.requireOurs();
            tables.empty(
                    new Table("rowmark_ours", List.of("id"), List.of(dialect().bigintType())));
            tables.requireOurs();
            tables.dropAll();
            tables.requireOurs();
        });
    }

    /** Some endpoints have none that a driver could read; a table is refused there when it is about to be used. */
    private static boolean hasCatalogue(Connection connection) {
        try (ResultSet tables =
                connection.getMetaData().getTables(connection.getCatalog(), connection.getSchema(), "%", null)) {
            return tables.next();
        } catch (SQLException e) {
            return false;
        }
    }
}
