package org.rowmark.databases.support.query;

import java.util.List;
import org.rowmark.db.Dialect;
import org.rowmark.db.ParameterizedSql;

/** PostgreSQL's clause to insert or update, which other products have adopted. */
public final class OnConflict {
    private OnConflict() {}

    /** See {@link Dialect#upsert}. */
    public static ParameterizedSql upsert(Dialect dialect, String table, List<String> keys, List<String> columns) {
        String update = Dialect.joined(Dialect.without(columns, keys), "%1$s = excluded.%1$s", ", ");
        String sql = dialect.insert(table, columns) + " on conflict (" + String.join(", ", keys) + ") do "
                + (update.isEmpty() ? "nothing" : "update set " + update);
        return ParameterizedSql.inOrder(sql, columns.size());
    }
}
