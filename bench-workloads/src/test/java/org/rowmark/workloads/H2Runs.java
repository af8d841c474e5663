package org.rowmark.workloads;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.UUID;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.DriverJars;
import org.rowmark.targets.Target;

/** An H2 as the target of short runs. */
public final class H2Runs extends TargetRuns {
    private H2Runs(Path directory, Target target, String url) throws IOException {
        super(target, DriverJars.endpoint(target, url), directory);
    }

    public static H2Runs inThisJvm(Path directory) throws IOException {
        return inThisJvm(directory, target());
    }

    static H2Runs inThisJvm(Path directory, Target target) throws IOException {
        return inThisJvm(directory, target, "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    static Target target() {
        return database().targets().get(0);
    }

    /** With every call of JDBC noted in the file {@code rowmark.trace.db} of the directory. */
    static H2Runs traced(Path directory) throws IOException {
        return inThisJvm(directory, target(), "jdbc:h2:" + directory.resolve("rowmark") + ";TRACE_LEVEL_FILE=3");
    }

    private static H2Runs inThisJvm(Path directory, Target target, String url) throws IOException {
        return new H2Runs(directory, target, url);
    }

    public static Database database() {
        return Databases.named("h2");
    }

    @Override
    public void close() throws SQLException {
        super.close();
        execute("shutdown");
    }
}
