package org.rowmark.databases.hsqldb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.rowmark.databases.support.restore.DatabaseFiles;
import org.rowmark.databases.support.restore.EmbeddedRestorer;
import org.rowmark.databases.support.restore.EmbeddedUrl;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/**
 * HSQLDB's databases in a directory each, for a database is several files, and a backup holds them by the name that
 * they had.
 */
public final class HsqldbRestorer implements EmbeddedRestorer {
    /** What the names of a database's files begin with. */
    static final String FILES = "rowmark";

    private static final Pattern FILE = Pattern.compile("(jdbc:hsqldb:(?:file:)?)" + EmbeddedUrl.PATH + "(.*)");

    @Override
    public List<RestoreMethod> methods() {
        return List.of(new HsqldbBackupExtract());
    }

    @Override
    public String usualWay() {
        return "backup-extract";
    }

    @Override
    public Endpoint endpoint(RunningTarget site, String name) {
        return site.endpoint().at(beside(site, name).toString());
    }

    /** That database, which must be there. */
    static Endpoint existing(RunningTarget site, String name) {
        return site.endpoint().at(beside(site, name) + ";ifexists=true");
    }

    static Path directory(RunningTarget site, String name) {
        return beside(site, name).file(Path.of("")).getParent();
    }

    @Override
    public DatabaseFiles files(RunningTarget site, String name) throws IOException {
        return DatabaseFiles.directory(directory(site, name), Set.of(FILES + "."));
    }

    private static EmbeddedUrl beside(RunningTarget site, String name) {
        return new HsqldbRestorer()
                .url(site)
                .orElseThrow()
                .beside(name + "/" + FILES)
                .without("ifexists");
    }

    @Override
    public Optional<EmbeddedUrl> url(RunningTarget site) {
        return EmbeddedUrl.of(FILE, site.endpoint().url());
    }
}
