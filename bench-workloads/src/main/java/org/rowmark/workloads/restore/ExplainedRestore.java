package org.rowmark.workloads.restore;

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

/** A restore, until it is durable, whose failures are explained by its product's restorer. */
public final class ExplainedRestore implements PreparedRestore {
    private final PreparedRestore restoring;
    private final Restorer restorer;

    private ExplainedRestore(PreparedRestore restoring, Restorer restorer) {
        this.restoring = restoring;
        this.restorer = restorer;
    }

    /** Prepares as {@link RestoreMethod#prepare} does. */
    public static PreparedRestore prepare(
            Restorer restorer, RestoreMethod method, RunningTarget running, RestoreJob job)
            throws IOException, SQLException {
        try {
            return new ExplainedRestore(
                    new DurableRestore(method.prepare(running, job), restorer, running, job), restorer);
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
     * Throws without a cause, as users see the innermost message of a chain of exceptions, which would be the driver's
     * instead of the method's.
     */
    private static void explain(Restorer restorer, Exception failure) throws IOException {
        String text = String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " | ");
        Optional<String> meaning = restorer.explain(text);
        if (meaning.isPresent()) {
            throw new IOException(meaning.get() + " (" + text + ")");
        }
        if (failure instanceof IOException && failure.getCause() != null) {
            throw new IOException(text);
        }
        if (failure instanceof UsageException && failure.getCause() != null) {
            throw new UsageException(text);
        }
    }
}
