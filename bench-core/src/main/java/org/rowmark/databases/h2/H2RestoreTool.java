package org.rowmark.databases.h2;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.rowmark.databases.support.restore.BackupFile;
import org.rowmark.databases.support.restore.EmbeddedRestorer;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/** The engine's tool that unpacks a copy of the database's file. */
public final class H2RestoreTool implements RestoreMethod {
    private static final String TOOL = "org.h2.tools.Restore";

    @Override
    public String name() {
        return "restore-tool";
    }

    @Override
    public String meaning() {
        return TOOL + ": the database's file that BACKUP TO packed, which is then opened";
    }

    @Override
    public String format() {
        return "zip";
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        return new H2Restorer().missing(site);
    }

    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException, SQLException {
        EmbeddedRestorer.open(H2Restorer.existing(site, source), "backup to " + EmbeddedRestorer.quoted(backup));
    }

    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException {
        // the tool takes anything, and makes nothing of what is no backup
        Path backup = BackupFile.require(job.backup());
        H2Restorer.requireZip(backup, ".*\\.(mv|h2)\\.db", "the zip file that H2's BACKUP TO makes");
        Path path = H2Restorer.path(site, job.name());
        Endpoint restored = H2Restorer.existing(site, job.name());
        Method execute = tool(restored);
        return () -> {
            unpack(execute, backup, path);
            EmbeddedRestorer.open(restored);
        };
    }

    /** Of the driver's own jar: it may be another version than the bundled one. */
    private static Method tool(Endpoint endpoint) throws IOException {
        try {
            return Class.forName(TOOL, true, Drivers.classLoader(endpoint))
                    .getMethod("execute", String.class, String.class, String.class);
        } catch (ReflectiveOperationException e) {
            throw new IOException("this driver has no " + TOOL, e);
        }
    }

    private static void unpack(Method execute, Path backup, Path path) throws IOException {
        try {
            execute.invoke(
                    null,
                    backup.toString(),
                    path.getParent().toString(),
                    path.getFileName().toString());
        } catch (InvocationTargetException e) {
            String reason = String.valueOf(e.getCause().getMessage())
                    .lines()
                    .findFirst()
                    .orElse("");
            throw new IOException(TOOL + " of " + backup + " failed: " + reason, e);
        } catch (IllegalAccessException e) {
            throw new IOException(e);
        }
    }
}
