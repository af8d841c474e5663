package org.rowmark.databases.tds;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rowmark.databases.tds.TdsServer.Lack;

/** A connection of a client. */
final class TdsSession {
    private static final int LOGIN_FAILED = 18_456;
    private static final int REFUSED = 50_000;
    private static final int BY_NUMBER = 0xFFFF;

    private final DataInputStream in;
    private final TdsResponse out;

    TdsSession(Socket client) throws IOException {
        this.in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
        this.out = new TdsResponse(client.getOutputStream());
    }

    /** Answers until the client leaves, or something is lacking rudely. */
    void serve(String database, Set<Lack> lacks, TdsServer server) throws IOException, SQLException {
        TdsRequest.read(in);
        out.prelogin();
        out.send();
        if (!login(TdsRequest.read(in))) {
            return;
        }
        try (Connection connection = DriverManager.getConnection(database)) {
            TdsStatements statements = new TdsStatements(connection, lacks, out, server);
            while (true) {
                answer(TdsRequest.read(in), statements);
                out.send();
            }
        }
    }

    private boolean login(TdsRequest login) throws IOException {
        String user = login.loginText(40, false);
        boolean known = user.equals(TdsServer.USER) && login.loginText(44, true).equals(TdsServer.PASSWORD);
        if (known) {
            out.loggedIn();
        } else {
            out.error(LOGIN_FAILED, "Login failed for user '" + user + "'.");
            out.done(TdsResponse.DONE, TdsResponse.ERROR, 0);
        }
        out.send();
        return known;
    }

    private void answer(TdsRequest request, TdsStatements statements) throws IOException {
        try {
            switch (request.type()) {
                case TdsRequest.BATCH -> {
                    request.skipHeaders();
                    statements.batch(request.remainingText());
                }
                case TdsRequest.RPC -> {
                    request.skipHeaders();
                    calls(request, statements);
                }
                case TdsRequest.BULK -> statements.bulk(request);
                case TdsRequest.ATTENTION -> out.done(TdsResponse.DONE, TdsResponse.ATTENTION, 0);
                default -> throw new EOFException("message of type " + request.type());
            }
        } catch (SQLException e) {
            refuse(e, TdsResponse.DONE, 0);
        }
    }

    private void refuse(SQLException reason, int token, int more) {
        out.error(
                REFUSED, String.valueOf(reason.getMessage()).lines().findFirst().orElse(""));
        out.done(token, TdsResponse.ERROR | more, 0);
    }

    /** Several in one message where a batch of a prepared statement is executed. */
    private void calls(TdsRequest request, TdsStatements statements) throws IOException {
        boolean more = true;
        while (more) {
            int name = request.u2();
            int procedure = name == BY_NUMBER ? request.u2() : 0;
            request.skip(name == BY_NUMBER ? 2 : 2 * name + 2);
            List<Object> parameters = new ArrayList<>();
            more = false;
            while (request.hasMore() && !more) {
                int length = request.u1();
                more = length == 0xFF || length == 0x80;
                if (!more) {
                    request.skip(2 * length + 1);
                    parameters.add(request.value(request.typeInfo()));
                }
            }
            int status = more ? TdsResponse.MORE : 0;
            try {
                statements.call(procedure, parameters);
                out.done(TdsResponse.DONE_PROCEDURE, status, 0);
            } catch (SQLException e) {
                refuse(e, TdsResponse.DONE_PROCEDURE, status);
            }
        }
    }
}
