package org.rowmark.databases.tds;

import java.io.EOFException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.databases.tds.TdsRequest.TypeInfo;
import org.rowmark.databases.tds.TdsResponse.Column;
import org.rowmark.databases.tds.TdsServer.Lack;

/** The statements of a session, carried out by H2. */
final class TdsStatements {
    private static final Pattern INSERT_BULK = Pattern.compile("(?is)insert bulk (\\S+) .*");
    private static final Pattern TEMPORARY = Pattern.compile("(?is).*[ \\[]#.*");

    private static final Pattern CATALOGUE = Pattern.compile("(?is)(exec sp_tables|select schema_name\\(\\)).*");

    private final Connection connection;
    private final Set<Lack> lacks;
    private final TdsResponse out;
    private final TdsServer server;
    private final Map<Integer, String> prepared = new HashMap<>();
    private final Map<Integer, ResultSet> cursors = new HashMap<>();
    private int handles;
    private String bulkTable;

    TdsStatements(Connection connection, Set<Lack> lacks, TdsResponse out, TdsServer server) {
        this.connection = connection;
        this.lacks = lacks;
        this.out = out;
        this.server = server;
    }

    void batch(String sql) throws SQLException, IOException {
        Matcher bulk = INSERT_BULK.matcher(sql.strip());
        if (bulk.matches() && !lacks.contains(Lack.BULK_COPY)) {
            bulkTable = bulk.group(1);
            out.done(TdsResponse.DONE, 0, 0);
        } else {
            run(sql, List.of(), TdsResponse.DONE);
        }
    }

    /** The rows that the client sends after "insert bulk". */
    void bulk(TdsRequest request) throws SQLException {
        request.skip(1);
        List<TypeInfo> types = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int left = request.u2(); left > 0; left--) {
            request.skip(6);
            types.add(request.typeInfo());
            names.add(request.text(request.u1()));
        }
        String insert = "insert into " + bulkTable + " (" + String.join(", ", names) + ") values (?"
                + ", ?".repeat(names.size() - 1) + ")";
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            long count = 0;
            while (request.u1() == TdsResponse.ROW) {
                for (int i = 0; i < types.size(); i++) {
                    statement.setObject(i + 1, request.value(types.get(i)));
                }
                statement.addBatch();
                count++;
            }
            statement.executeBatch();
            out.done(TdsResponse.DONE, TdsResponse.COUNT, count);
        }
    }

    /** A procedure by its number in the protocol. */
    void call(int procedure, List<Object> parameters) throws SQLException, IOException {
        switch (procedure) {
            case 10 -> { // sp_executesql
                run((String) parameters.get(0), from(parameters, 2), TdsResponse.DONE_IN_PROCEDURE);
                out.returned();
            }
            case 13 -> { // sp_prepexec
                int handle = prepare((String) parameters.get(2));
                run(prepared.get(handle), from(parameters, 3), TdsResponse.DONE_IN_PROCEDURE);
                out.returned(0, handle);
            }
            case 12 -> { // sp_execute
                run(prepared.get((Integer) parameters.get(0)), from(parameters, 1), TdsResponse.DONE_IN_PROCEDURE);
                out.returned();
            }
            case 15 -> { // sp_unprepare
                prepared.remove((Integer) parameters.get(0));
                out.returned();
            }
            default -> cursorCall(procedure, parameters);
        }
    }

    private void cursorCall(int procedure, List<Object> parameters) throws SQLException, IOException {
        if (lacks.contains(Lack.CURSORS_RUDELY)) {
            throw new EOFException("no cursors");
        } else if (lacks.contains(Lack.CURSORS)) {
            throw new SQLException("Could not find stored procedure " + procedure);
        }
        switch (procedure) {
            case 2 -> // sp_cursoropen
                open((String) parameters.get(1), from(parameters, 6));
            case 5 -> { // sp_cursorprepexec
                int handle = prepare((String) parameters.get(3));
                open(prepared.get(handle), from(parameters, 7), 0, handle);
            }
            case 4 -> // sp_cursorexecute
                open(prepared.get((Integer) parameters.get(0)), from(parameters, 5));
            case 7 -> // sp_cursorfetch
                fetch(cursors.get((Integer) parameters.get(0)), (Integer) parameters.get(3));
            case 9 -> // sp_cursorclose
                cursors.remove((Integer) parameters.get(0)).getStatement().close();
            case 6 -> // sp_cursorunprepare
                prepared.remove((Integer) parameters.get(0));
            default -> throw new SQLException("Could not find stored procedure " + procedure);
        }
        if (procedure > 5) {
            out.returned();
        }
    }

    private int prepare(String sql) {
        prepared.put(++handles, sql);
        return handles;
    }

    private static List<Object> from(List<Object> parameters, int first) {
        return parameters.subList(Math.min(first, parameters.size()), parameters.size());
    }

    /** @param token what ends a statement, by where it stands */
    private void run(String sql, List<Object> parameters, int token) throws SQLException, IOException {
        var transaction = TSql.transaction(sql);
        var upsert = TSql.upsert(sql);
        var told = TdsBackups.statement(sql);
        var list = TdsBackups.query(sql, connection);
        if (transaction.isPresent()) {
            end(transaction.get());
            out.done(token, 0, 0);
        } else if (upsert.isPresent()) {
            long updated = execute(upsert.get().update(), parameters);
            out.done(TdsResponse.DONE_IN_PROCEDURE, TdsResponse.COUNT, updated);
            if (updated == 0) {
                long inserted = execute(upsert.get().insert(), parameters);
                out.done(TdsResponse.DONE_IN_PROCEDURE, TdsResponse.COUNT, inserted);
            }
            out.done(token, 0, 0);
        } else if (Catalogue.update(sql).isPresent()) {
            if (execute(Catalogue.update(sql).get(), List.of()) == 0) {
                throw new SQLException("The option does not exist, or it may be an advanced option.");
            }
            out.done(token, 0, 0);
        } else if (Catalogue.reconfigure(sql).isPresent()) {
            execute(Catalogue.reconfigure(sql).get(), List.of());
            out.done(token, 0, 0);
        } else if (told.isPresent()) {
            tell(told.get());
            out.done(token, 0, 0);
        } else if (list.isPresent() || TSql.isQuery(sql)) {
            try (ResultSet rows = query(list.orElse(sql), parameters)) {
                List<Column> columns = Column.of(rows.getMetaData());
                out.columns(columns);
                out.done(token, TdsResponse.COUNT, out.rows(columns, rows, Integer.MAX_VALUE));
            }
        } else {
            out.done(token, TdsResponse.COUNT, execute(sql, parameters));
        }
    }

    /** A percentage goes out at once, and the next thing happens when the client has it. */
    private void tell(TdsBackups.Told told) throws SQLException, IOException {
        for (TdsBackups.TdsMessage message : told.messages()) {
            out.information(message.number(), message.text());
            if (message.text().endsWith("percent processed.")) {
                out.sendPart();
                server.awaitHeard();
            }
        }
        execute(told.statement(), List.of());
    }

    private void end(TSql.Transaction transaction) throws SQLException {
        if (transaction.end().equals("commit")) {
            connection.commit();
        } else if (transaction.end().equals("rollback")) {
            connection.rollback();
        }
        if (transaction.autoCommit().isPresent()) {
            connection.setAutoCommit(transaction.autoCommit().get());
        }
    }

    private long execute(String sql, List<Object> parameters) throws SQLException {
        if (lacks.contains(Lack.TRUNCATE) && sql.startsWith("truncate")) {
            throw new SQLException("Incorrect syntax near 'truncate'");
        }
        try (PreparedStatement statement = prepare(sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    private ResultSet query(String sql, List<Object> parameters) throws SQLException {
        PreparedStatement statement = prepare(sql, parameters);
        statement.closeOnCompletion();
        return statement.executeQuery();
    }

    private PreparedStatement prepare(String sql, List<Object> parameters) throws SQLException {
        if (lacks.contains(Lack.TEMPORARY_TABLES) && TEMPORARY.matcher(sql).matches()) {
            throw new SQLException("Incorrect syntax near '#'");
        } else if (lacks.contains(Lack.CATALOGUE) && CATALOGUE.matcher(sql).matches()) {
            throw new SQLException("Could not find it in a catalogue that is not there");
        }
        PreparedStatement statement = connection.prepareStatement(TSql.forH2(sql));
        int count = statement.getParameterMetaData().getParameterCount();
        for (int i = 0; i < count; i++) {
            statement.setObject(i + 1, parameters.get(i));
        }
        return statement;
    }

    /** A cursor's number and what else goes out with it, behind the handle of its statement if it is a new one. */
    private void open(String sql, List<Object> parameters, int... handle) throws SQLException {
        ResultSet rows = query(sql, parameters);
        int cursor = ++handles;
        cursors.put(cursor, rows);
        out.columns(cursorColumns(rows));
        out.done(TdsResponse.DONE_IN_PROCEDURE, TdsResponse.COUNT, 0);
        List<Integer> returned = new ArrayList<>();
        for (int value : handle) {
            returned.add(value);
        }
        returned.addAll(List.of(1, cursor, 4, 16, 5, 1, 6, -1));
        out.returned(returned.stream().mapToInt(Integer::intValue).toArray());
    }

    private void fetch(ResultSet rows, int most) throws SQLException {
        List<Column> columns = cursorColumns(rows);
        out.columns(columns);
        out.done(TdsResponse.DONE_IN_PROCEDURE, TdsResponse.COUNT, out.rows(columns, rows, most));
    }

    /** A cursor's rows end with the status of the row. */
    private static List<Column> cursorColumns(ResultSet rows) throws SQLException {
        List<Column> columns = new ArrayList<>(Column.of(rows.getMetaData()));
        columns.add(new Column("ROWSTAT", Types.INTEGER, 0));
        return columns;
    }
}
