package org.rowmark.databases.hsqldb;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.databases.support.restore.BackupFile;
import org.rowmark.databases.support.restore.CapturedOutput;
import org.rowmark.databases.support.restore.EmbeddedRestorer;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.UsageException;

/**
 * What {@code org.hsqldb.lib.tar.DbBackupMain --extract} does, which itself ends the JVM when something is wrong: the
 * engine's own reader of archives unpacks them.
 */
public final class HsqldbBackupExtract implements RestoreMethod {
    private static final String READER = "org.hsqldb.lib.tar.TarReader";
    private static final int EXTRACT = 1;

    /** As the tool chooses its buffer: a tenth of the archive, in blocks of 512 bytes, within limits. */
    private static final int MOST_BLOCKS = 40_960;

    private static final String MARK = ".properties";

    @Override
    public String name() {
        return "backup-extract";
    }

    @Override
    public String meaning() {
        return "DbBackup --extract: the files that BACKUP DATABASE packed, which are then opened";
    }

    @Override
    public String format() {
        return "tar";
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        return new HsqldbRestorer().missing(site);
    }

    /** A directory with the archive in it, which the engine names. */
    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException, SQLException {
        Files.createDirectory(backup);
        String directory = EmbeddedRestorer.quoted(backup).replaceFirst("'$", "/'");
        Endpoint own = HsqldbRestorer.existing(site, source);
        CapturedOutput.to(
                site.output(), () -> EmbeddedRestorer.open(own, "backup database to " + directory + " blocking"));
    }

    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException {
        Path archive = archive(job.backup());
        Path directory = HsqldbRestorer.directory(site, job.name());
        Endpoint restored = HsqldbRestorer.existing(site, job.name());
        Constructor<?> reader = reader(restored);
        return () -> {
            Files.createDirectory(directory);
            CapturedOutput.to(site.output(), () -> extract(reader, archive, directory));
            rename(archive, directory);
            EmbeddedRestorer.open(restored);
        };
    }

    /** The reader wants an ending that tells the compression, and anything that has one passes for an archive. */
    private static Path archive(Path backup) throws IOException {
        if (!Files.isDirectory(backup)) {
            Path file = BackupFile.require(backup);
            if (!isArchive(file)) {
                throw EmbeddedRestorer.noBackup(backup, "the .tar.gz, .tgz or .tar that BACKUP DATABASE makes");
            }
            return file;
        }
        try (Stream<Path> files = Files.list(backup)) {
            List<Path> archives =
                    files.filter(HsqldbBackupExtract::isArchive).sorted().toList();
            if (archives.size() != 1) {
                throw new UsageException("backup " + backup + " holds " + archives.size()
                        + " archives (.tar.gz, .tgz, .tar); name one of BACKUP DATABASE");
            }
            return archives.get(0);
        }
    }

    private static boolean isArchive(Path file) {
        return file.getFileName().toString().matches(".+\\.(tar\\.gz|tgz|tar)");
    }

    /** Of the driver's own jar: it may be another version than the bundled one. */
    private static Constructor<?> reader(Endpoint endpoint) throws IOException {
        try {
            return Class.forName(READER, true, Drivers.classLoader(endpoint))
                    .getConstructor(File.class, int.class, String[].class, Integer.class, File.class);
        } catch (ReflectiveOperationException e) {
            throw new IOException("this driver has no " + READER, e);
        }
    }

    private static void extract(Constructor<?> constructor, Path archive, Path directory) throws IOException {
        long blocks = Math.min(MOST_BLOCKS, Math.max(1, Files.size(archive) / 10 / 512));
        try {
            Object reader = constructor.newInstance(archive.toFile(), EXTRACT, null, (int) blocks, directory.toFile());
            Method read = reader.getClass().getMethod("read");
            read.invoke(reader);
        } catch (InvocationTargetException e) {
            throw new IOException("backup " + archive + " cannot be unpacked: " + reason(e.getCause()), e);
        } catch (ReflectiveOperationException e) {
            throw new IOException(e);
        }
    }

    private static String reason(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage());
        return message.lines().findFirst().orElse(thrown.getClass().getSimpleName());
    }

    /** The archive of another database holds the same files by other names. */
    private static void rename(Path archive, Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> all = files.toList();
            String old = all.stream()
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(MARK))
                    .map(name -> name.substring(0, name.length() - MARK.length()))
                    .findFirst()
                    .orElseThrow(() -> EmbeddedRestorer.noBackup(archive, "of an HSQLDB database"));
            for (Path file : all) {
                String name = file.getFileName().toString();
                if (!old.equals(HsqldbRestorer.FILES) && name.startsWith(old + ".")) {
                    Files.move(file, directory.resolve(HsqldbRestorer.FILES + name.substring(old.length())));
                }
            }
        }
    }
}
