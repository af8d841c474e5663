package org.rowmark.databases.h2;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import org.rowmark.databases.support.restore.DatabaseFiles;
import org.rowmark.databases.support.restore.EmbeddedRestorer;
import org.rowmark.databases.support.restore.EmbeddedUrl;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;

/** H2's databases, a file each, of this process or of the server that Rowmark started. */
public final class H2Restorer implements EmbeddedRestorer {
    private static final Pattern FILE = Pattern.compile("(jdbc:h2:(?:file:)?)" + EmbeddedUrl.PATH + "(.*)");
    private static final Pattern OVER_TCP = Pattern.compile("(jdbc:h2:tcp://[^/]+/)" + EmbeddedUrl.PATH + "(.*)");

    @Override
    public List<RestoreMethod> methods() {
        return List.of(new H2RestoreTool(), new H2Runscript());
    }

    @Override
    public String usualWay() {
        return "runscript";
    }

    @Override
    public Endpoint endpoint(RunningTarget site, String name) {
        return site.endpoint().at(beside(site, name).toString());
    }

    /** That database, which must be there. */
    static Endpoint existing(RunningTarget site, String name) {
        return site.endpoint().at(beside(site, name) + ";IFEXISTS=TRUE");
    }

    /** The path of that name, which the names of its files begin with. */
    static Path path(RunningTarget site, String name) {
        return beside(site, name).file(new H2Restorer().base(site));
    }

    @Override
    public Path base(RunningTarget site) {
        return site.target().server() == ServerKind.LOCAL ? site.workspace().data() : Path.of("");
    }

    @Override
    public DatabaseFiles files(RunningTarget site, String name) {
        return DatabaseFiles.named(
                path(site, name), ".mv.db", ".mv.db.newFile", ".mv.db.tempFile", ".h2.db", ".lock.db", ".trace.db");
    }

    /**
     * @param entry a pattern of which the backup has an entry
     * @throws org.rowmark.util.UsageException if it has not, or is no zip file
     */
    static void requireZip(Path backup, String entry, String wanted) {
        try (ZipFile zip = new ZipFile(backup.toFile())) {
            if (zip.stream().noneMatch(each -> each.getName().matches(entry))) {
                throw EmbeddedRestorer.noBackup(backup, wanted);
            }
        } catch (IOException e) {
            throw EmbeddedRestorer.noBackup(backup, wanted + " (" + e.getMessage() + ")");
        }
    }

    /** It is closed with its last connection, whatever the target's own does. */
    private static EmbeddedUrl beside(RunningTarget site, String name) {
        return new H2Restorer()
                .url(site)
                .orElseThrow()
                .beside(name)
                .without("DB_CLOSE_DELAY")
                .without("IFEXISTS");
    }

    @Override
    public Optional<EmbeddedUrl> url(RunningTarget site) {
        String url = site.endpoint().url();
        return EmbeddedUrl.of(site.target().server() == ServerKind.LOCAL ? OVER_TCP : FILE, url);
    }

    @Override
    public Optional<String> explain(String failure) {
        return failure.contains("larger than the supported format")
                ? Optional.of("the backup is of a later version of H2; name that version by driver:")
                : Optional.empty();
    }
}
