package org.rowmark.workloads.restore.embedded;

import com.google.auto.service.AutoService;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.rowmark.databases.support.query.DriverCalls;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Sql;
import org.rowmark.workloads.restore.BackupFile;
import org.rowmark.workloads.restore.DatabaseFiles;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;

/**
 * HSQLDB's databases, one directory each: a database has several files, and a backup holds them under the name that
 * they had. The engine's own reader of archives unpacks them, as {@code org.hsqldb.lib.tar.DbBackupMain --extract}
 * does, which itself ends the JVM on an error.
 */
@AutoService(Restorer.class)
public final class HsqldbRestorer extends EmbeddedRestorer {
    /** The beginning of the names of a database's files. */
    private static final String FILES = "rowmark";

    private static final String READER = "org.hsqldb.lib.tar.TarReader";
    private static final int EXTRACT = 1;
    /** Upper limit of the buffer, which the tool sizes as a tenth of the archive, in blocks of 512 bytes. */
    private static final int MAX_BLOCKS = 40_960;

    private static final String MARK = ".properties";

    public HsqldbRestorer() {
        super("hsqldb", "jdbc:hsqldb:(?:file:)?", "/" + FILES);
    }

    @Override
    public List<RestoreMethod> methods() {
        return List.of(method(
                "backup-extract",
                "DbBackup --extract: the files that BACKUP DATABASE packed, which are then opened",
                "tar",
                this::backUp,
                this::prepare));
    }

    @Override
    protected EmbeddedUrl url(RunningTarget running, String name) {
        return super.url(running, name).without("ifexists");
    }

    private Endpoint existing(RunningTarget running, String name) {
        return running.endpoint().at(url(running, name) + ";ifexists=true");
    }

    @Override
    protected DatabaseFiles files(RunningTarget running, String name) throws IOException {
        return DatabaseFiles.directory(path(running, name).getParent(), file -> file.startsWith(FILES + "."));
    }

    /** Makes a directory for the archive, whose name the engine chooses. */
    private void backUp(RunningTarget running, String source, Path backup) throws IOException, SQLException {
        Files.createDirectory(backup);
        String directory = quoted(backup).replaceFirst("'$", "/'");
        Endpoint own = existing(running, source);
        capturingOutput(running.output(), () -> open(own, "backup database to " + directory + " blocking"));
    }

    private PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
        Path archive = archive(job.backup());
        Path directory = path(running, job.name()).getParent();
        Endpoint restored = existing(running, job.name());
        Constructor<?> reader = DriverCalls.call(() -> Class.forName(READER, true, Drivers.classLoader(restored))
                .getConstructor(File.class, int.class, String[].class, Integer.class, File.class));
        return () -> {
            Files.createDirectory(directory);
            capturingOutput(running.output(), () -> extract(reader, archive, directory));
            rename(archive, directory);
            open(restored);
        };
    }

    /** Finds the archive by its suffix, from which the reader derives the compression. */
    private static Path archive(Path backup) throws IOException {
        if (Files.isDirectory(backup)) {
            return BackupFile.only(
                    backup, HsqldbRestorer::isArchive, "archives (.tar.gz, .tgz, .tar); name one of BACKUP DATABASE");
        }
        if (!isArchive(BackupFile.require(backup))) {
            throw noBackup(backup, "the .tar.gz, .tgz or .tar that BACKUP DATABASE makes");
        }
        return backup;
    }

    private static boolean isArchive(Path file) {
        return file.getFileName().toString().matches(".+\\.(tar\\.gz|tgz|tar)");
    }

    private static void extract(Constructor<?> constructor, Path archive, Path directory) throws IOException {
        int blocks = (int) Math.min(MAX_BLOCKS, Math.max(1, Files.size(archive) / 10 / 512));
        try {
            DriverCalls.call(() -> MethodUtils.invokeMethod(
                    constructor.newInstance(archive.toFile(), EXTRACT, null, blocks, directory.toFile()), "read"));
        } catch (SQLException e) {
            throw new IOException("backup " + archive + " cannot be unpacked: " + Sql.reason(e), e);
        }
    }

    /** Renames the files of another database's archive. */
    private static void rename(Path archive, Path directory) throws IOException {
        File[] files = directory.toFile().listFiles();
        String old = Stream.of(files)
                .map(File::getName)
                .filter(name -> name.endsWith(MARK))
                .findFirst()
                .map(name -> name.substring(0, name.length() - MARK.length()))
                .orElseThrow(() -> noBackup(archive, "of an HSQLDB database"));
        for (File file : files) {
            if (!old.equals(FILES) && file.getName().startsWith(old + ".")) {
                Files.move(
                        file.toPath(), directory.resolve(FILES + file.getName().substring(old.length())));
            }
        }
    }

    /**
     * Runs work of the engine and appends its output to the file, where the output of programs goes; other threads print
     * to Rowmark's own output meanwhile.
     */
    private static void capturingOutput(Path file, PreparedRestore work) throws IOException, SQLException {
        PrintStream before = System.out;
        Thread worker = Thread.currentThread();
        try (OutputStream log = new BufferedOutputStream(
                Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND))) {
            OutputStream byThread = new OutputStream() {
                @Override
                public void write(int value) throws IOException {
                    (Thread.currentThread() == worker ? log : before).write(value);
                }
            };
            System.setOut(new PrintStream(byThread, true, StandardCharsets.UTF_8));
            work.run();
        } finally {
            System.setOut(before);
        }
    }
}
