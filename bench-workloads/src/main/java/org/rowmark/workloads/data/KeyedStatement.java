package org.rowmark.workloads.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.LongUnaryOperator;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;

/**
 * A thread's statement of a key, or of a range of keys, its keys, and its texts where it is executed as text. Texts are
 * made when keys are drawn; there are {@link KeySequence#FEWEST} of a table of any size, and they are repeated.
 */
public final class KeyedStatement {
    private final KeySequence keys;
    private final String sql;
    private final boolean isRange;
    private final long span;
    private final SessionStatement<Statement> simple;
    private final SessionStatement<PreparedStatement> prepared;
    private final String[] texts;

    /**
     * Prepares the statement, unless it is executed as text.
     *
     * @param session of the kind's mode
     * @param sql with a {@code ?} for the key, and for a range another one for its last key
     * @param source of the keys
     * @param rows of which the source chooses
     * @param span what is added to the key to get the last one of a range
     */
    public KeyedStatement(
            Session session, StatementKind kind, String sql, LongUnaryOperator source, long rows, long span)
            throws SQLException {
        this.sql = sql;
        this.span = span;
        isRange = sql.indexOf('?') < sql.lastIndexOf('?');
        if (kind.isSimple()) {
            keys = KeySequence.shortest(source);
            texts = new String[keys.length()];
            prepared = null;
            simple = session.statement(Connection::createStatement);
        } else {
            keys = KeySequence.of(source, rows);
            texts = null;
            prepared = session.statement(sql);
            simple = null;
        }
    }

    /** Draws the keys of an iteration. */
    public void draw(LongUnaryOperator companion) {
        keys.draw(companion);
        if (texts != null) {
            for (int i = 0; i < texts.length; i++) {
                texts[i] = text(keys.key(2 * i));
            }
        }
    }

    private String text(long key) {
        return sql.replaceFirst("\\?", Long.toString(key)).replaceFirst("\\?", Long.toString(key + span));
    }

    public KeySequence keys() {
        return keys;
    }

    /** Executes the query for the key at that place of the sequence. */
    public ResultSet query(int place) throws SQLException {
        if (texts != null) {
            return simple.get().executeQuery(texts[place >> 1]);
        }
        return bound(keys.key(place)).executeQuery();
    }

    /** Executes the update for the key at that place of the sequence. */
    public int update(int place) throws SQLException {
        if (texts != null) {
            return simple.get().executeUpdate(texts[place >> 1]);
        }
        return bound(keys.key(place)).executeUpdate();
    }

    private PreparedStatement bound(long key) throws SQLException {
        PreparedStatement statement = prepared.get();
        statement.setLong(
                1, key); // no loop over an array of offsets, which the driver's work would push out of the cache
        if (isRange) {
            statement.setLong(2, key + span);
        }
        return statement;
    }
}
