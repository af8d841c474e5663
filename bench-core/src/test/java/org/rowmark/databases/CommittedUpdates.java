package org.rowmark.databases;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.rowmark.util.Sql;

/** PostgreSQL's own count of the updates of {@code update-single} that were committed, whichever table they are in. */
public final class CommittedUpdates {
    private static final List<String> BEGIN = List.of(
            "create table tally (n bigint)",
            "create function tally() returns trigger language plpgsql security definer as"
                    + " $$ begin insert into public.tally values (1); return null; end $$",
            "create function watch() returns event_trigger language plpgsql as $$ declare made record; begin"
                    + " for made in select * from pg_event_trigger_ddl_commands() loop"
                    + " if made.object_identity like '%rowmark_update_single' then"
                    + " execute format('create trigger tally after update on %s for each row execute function"
                    + " public.tally()', made.object_identity); end if; end loop; end $$",
            "create event trigger watch on ddl_command_end when tag in ('CREATE TABLE') execute function watch()");

    private CommittedUpdates() {}

    /** Makes the server count; the connection's user is a superuser. */
    public static void begin(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : BEGIN) {
                statement.execute(sql);
            }
        }
    }

    /** Returns how many there were. */
    public static long count(Connection connection) throws SQLException {
        return Sql.number(connection, "select count(*) from public.tally");
    }
}
