package org.rowmark.restore;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.UsageException;

/** A restore whose failures say what they mean and what to do, where its product's restorer knows. */
public final class ExplainedRestore implements PreparedRestore {
    private final PreparedRestore restoring;
    private final Restorer restorer;

    private ExplainedRestore(PreparedRestore restoring, Restorer restorer) {
        this.restoring = restoring;
        this.restorer = restorer;
    }

    /** Prepares as {@link RestoreMethod#prepare} does. */
    public static PreparedRestore prepare(Restorer restorer, RestoreMethod way, RunningTarget site, RestoreJob job)
            throws IOException, SQLException {
        try {
            return new ExplainedRestore(way.prepare(site, job), restorer);
        } catch (IOException | SQLException | UsageException e) {
            explain(restorer, e);
            throw e;
        }
    }

    @Override
    public void run() throws IOException, SQLException {
        try {
            restoring.run();
        } catch (IOException | SQLException | UsageException e) {
            explain(restorer, e);
            throw e;
        }
    }

    @Override
    public Map<String, Double> phases() throws IOException {
        return restoring.phases();
    }

    /**
     * Without a cause, as the message is the way's own: of a chain of exceptions users are told the innermost, which would
     * be the driver's.
     */
    private static void explain(Restorer restorer, Exception failure) throws IOException {
        String said = String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " | ");
        Optional<String> meaning = restorer.explain(said);
        if (meaning.isPresent()) {
            throw new IOException(meaning.get() + " (" + said + ")");
        }
        if (failure instanceof IOException && failure.getCause() != null) {
            throw new IOException(said);
        }
        if (failure instanceof UsageException && failure.getCause() != null) {
            throw new UsageException(said);
        }
    }
}
