package org.rowmark.workloads.restore.embedded;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipFile;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.rowmark.databases.support.query.DriverCalls;
import org.rowmark.databases.support.query.KnownFailures;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.Sql;
import org.rowmark.workloads.restore.BackupFile;
import org.rowmark.workloads.restore.DatabaseFiles;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;

/**
 * H2's databases, one file each, of this process or of the server that Rowmark started. A script completes one table
 * after the other, rows and indexes, so a restore from it has no phases.
 */
@AutoService(Restorer.class)
public final class H2Restorer extends EmbeddedRestorer {
    private static final KnownFailures FAILURES = new KnownFailures(
            "larger than the supported format", "the backup is of a later version of H2; name that version by driver:");
    private static final String BY_TOOL = "restore-tool";
    private static final String TOOL = "org.h2.tools.Restore";
    private static final String ZIP = " compression zip";

    public H2Restorer() {
        super("h2", "jdbc:h2:(?:file:)?", "");
    }

    @Override
    public List<RestoreMethod> methods() {
        return List.of(
                method(
                        BY_TOOL,
                        TOOL + ": the database's file that BACKUP TO packed, which is then opened",
                        "zip",
                        (running, source, backup) -> open(existing(running, source), "backup to " + quoted(backup)),
                        this::prepareTool),
                method(
                        "runscript",
                        "RUNSCRIPT FROM: the statements that SCRIPT TO wrote, zipped",
                        "script",
                        (running, source, backup) ->
                                open(existing(running, source), "script to " + quoted(backup) + ZIP),
                        this::prepareScript));
    }

    @Override
    public String usualMethod() {
        return "runscript";
    }

    @Override
    protected Optional<EmbeddedUrl> url(RunningTarget running) {
        return isLocal(running)
                ? EmbeddedUrl.of("jdbc:h2:tcp://[^/]+/", running.endpoint().url())
                : super.url(running);
    }

    /** Returns a URL without DB_CLOSE_DELAY, so that the database is closed with its last connection. */
    @Override
    protected EmbeddedUrl url(RunningTarget running, String name) {
        return super.url(running, name).without("DB_CLOSE_DELAY").without("IFEXISTS");
    }

    /** Excludes the tool where the server has a password: a restored file has the one of where it was packed. */
    @Override
    protected Optional<String> missing(RunningTarget running, String method) {
        return isLocal(running) && method.equals(BY_TOOL)
                ? Optional.of("an embedded database: the backup holds the password of the database that it is of")
                : super.missing(running, method);
    }

    /** Creates the database in this process: a server that Rowmark started creates none. */
    @Override
    public void create(RunningTarget running, String name) throws IOException, SQLException {
        EmbeddedUrl url = url(running, name);
        open(running.endpoint()
                .at(isLocal(running) ? "jdbc:h2:file:" + path(running, name) + url.attributes() : url.toString()));
    }

    @Override
    protected Path base(RunningTarget running) {
        return isLocal(running) ? running.workspace().data() : Path.of("");
    }

    @Override
    protected DatabaseFiles files(RunningTarget running, String name) {
        return DatabaseFiles.named(
                path(running, name), ".mv.db", ".mv.db.newFile", ".mv.db.tempFile", ".h2.db", ".lock.db", ".trace.db");
    }

    @Override
    public Optional<String> explain(String failure) {
        return FAILURES.explain(failure);
    }

    private static boolean isLocal(RunningTarget running) {
        return running.target().server() == ServerKind.LOCAL;
    }

    private Endpoint existing(RunningTarget running, String name) {
        return running.endpoint().at(url(running, name) + ";IFEXISTS=TRUE");
    }

    /** Checks the backup here: the tool accepts any file and restores nothing from one that is no backup. */
    private PreparedRestore prepareTool(RunningTarget running, RestoreJob job) throws IOException, SQLException {
        Path backup = BackupFile.require(job.backup());
        requireZip(backup, ".*\\.(mv|h2)\\.db", "the zip file that H2's BACKUP TO makes");
        Path path = path(running, job.name());
        Endpoint restored = existing(running, job.name());
        Class<?> tool = DriverCalls.call(() -> Class.forName(TOOL, true, Drivers.classLoader(restored)));
        return () -> {
            try {
                DriverCalls.call(() -> MethodUtils.invokeStaticMethod(
                        tool,
                        "execute",
                        backup.toString(),
                        path.getParent().toString(),
                        path.getFileName().toString()));
            } catch (SQLException e) {
                throw new IOException(TOOL + " of " + backup + " failed: " + Sql.reason(e), e);
            }
            open(restored);
        };
    }

    private PreparedRestore prepareScript(RunningTarget running, RestoreJob job) throws IOException {
        Path backup = BackupFile.require(job.backup());
        String run = "runscript from " + quoted(backup) + compression(backup);
        return () -> {
            if (isLocal(running)) {
                create(running, job.name());
            }
            try {
                open(endpoint(running, job.name()), run);
            } catch (IOException e) {
                String reason = e.getMessage().replaceFirst("; SQL statement:$", "");
                throw new IOException("RUNSCRIPT of " + backup + " failed: " + reason, e);
            }
        };
    }

    /** Detects the compression of a script: a user's own may be compressed by gzip or not at all. */
    private static String compression(Path backup) throws IOException {
        try (InputStream in = Files.newInputStream(backup)) {
            int first = in.read();
            int second = in.read();
            if (first == 'P' && second == 'K') {
                requireZip(backup, "script\\.sql", "the zip file that H2's SCRIPT TO makes");
                return ZIP;
            }
            return first == 0x1F && second == 0x8B ? " compression gzip" : "";
        }
    }

    /** @throws org.rowmark.util.UsageException unless the backup is a zip file with an entry of such a name */
    private static void requireZip(Path backup, String entry, String wanted) {
        try (ZipFile zip = new ZipFile(backup.toFile())) {
            if (zip.stream().noneMatch(each -> each.getName().matches(entry))) {
                throw noBackup(backup, wanted);
            }
        } catch (IOException e) {
            throw noBackup(backup, wanted + " (" + e.getMessage() + ")");
        }
    }
}
