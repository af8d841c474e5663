package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import org.rowmark.db.ConnectionMode;

/** A table that takes rows of 8,000 bytes which cannot be compressed; each step on a connection of its own. */
public final class WrittenRows {
    private static final int ROWS = 200;
    private static final int LENGTH = 8_000;

    /** At least so much has to be written for them, once. */
    public static final long BYTES = (long) ROWS * LENGTH;

    private final Contract contract;
    private final String table;

    public WrittenRows(Contract contract, String table) throws SQLException {
        this.contract = contract;
        this.table = table;
        String columns = "id " + contract.dialect().bigintType() + " not null primary key, txt "
                + contract.dialect().textType(LENGTH) + " not null";
        contract.on(
                ConnectionMode.PLAIN,
                connection -> Contract.execute(connection, contract.dialect().createTable(table, columns)));
    }

    /** In autocommit, and then the database's own flush where it has one. */
    public void insert() throws SQLException {
        contract.on(ConnectionMode.PLAIN, connection -> {
            Random random = new Random(42);
            String sql = contract.dialect().insert(table, List.of("id", "txt"));
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                for (int id = 0; id < ROWS; id++) {
                    insert.setLong(1, id);
                    insert.setString(2, text(random));
                    assertThat(insert.executeUpdate()).isEqualTo(1);
                }
            }
        });
        contract.on(ConnectionMode.PLAIN, connection -> {
            for (String statement : contract.dialect().checkpoint(table)) {
                Contract.execute(connection, statement);
            }
        });
    }

    private static String text(Random random) {
        return random.ints(LENGTH, '0', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** All of them, so many times in one transaction: some databases write when one ends. */
    void read(int times) throws SQLException {
        contract.on(ConnectionMode.PLAIN, connection -> {
            connection.setAutoCommit(false);
            for (int i = 0; i < times; i++) {
                assertThat(Contract.number(connection, "select count(*) from " + table + " where txt > ' '"))
                        .isEqualTo(ROWS);
            }
            connection.commit();
        });
    }

    public void drop() throws SQLException {
        contract.on(ConnectionMode.PLAIN, connection -> Contract.execute(connection, "drop table " + table));
    }
}
