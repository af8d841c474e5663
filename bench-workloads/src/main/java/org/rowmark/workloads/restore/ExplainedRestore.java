package org.rowmark.workloads.restore;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.UsageException;

/** Restores that end when the database is on the device, and whose failures are explained by the product's restorer. */
public final class ExplainedRestore {
    private ExplainedRestore() {}

    /** Prepares as {@link RestoreMethod#prepare} does. */
    public static PreparedRestore prepare(
            Restorer restorer, RestoreMethod method, RunningTarget running, RestoreJob job)
            throws IOException, SQLException {
        PreparedRestore restoring = explained(restorer, () -> method.prepare(running, job));
        return new PhasedRestore(phases -> explained(restorer, () -> {
            restoring.run();
            restoring.phases().forEach(phases::add);
            phases.begin(PreparedRestore.DURABLE);
            restorer.sync(running, job.name());
            return restoring;
        }));
    }

    private interface Step {
        PreparedRestore run() throws IOException, SQLException;
    }

    private static PreparedRestore explained(Restorer restorer, Step step) throws IOException, SQLException {
        try {
            return step.run();
        } catch (IOException | SQLException | UsageException e) {
            explain(restorer, e);
            throw e;
        }
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
