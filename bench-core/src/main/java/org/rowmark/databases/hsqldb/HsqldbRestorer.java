package org.rowmark.databases.hsqldb;

import java.io.IOException;
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
 * HSQLDB's databases, one directory each: a database has several files, and a backup holds them under the name that
 * they had.
 */
final class HsqldbRestorer implements EmbeddedRestorer {
    /** The beginning of the names of a database's files. */
    static final String FILES = "rowmark";

    private static final Pattern FILE = Pattern.compile("(jdbc:hsqldb:(?:file:)?)" + EmbeddedUrl.PATH + "(.*)");

    @Override
    public List<RestoreMethod> methods() {
        return List.of(new HsqldbBackupExtract(this).method());
    }

    @Override
    public Optional<EmbeddedUrl> url(RunningTarget running) {
        return EmbeddedUrl.of(FILE, running.endpoint().url());
    }

    @Override
    public EmbeddedUrl url(RunningTarget running, String name) {
        return url(running).orElseThrow().beside(name + "/" + FILES).without("ifexists");
    }

    Endpoint existing(RunningTarget running, String name) {
        return running.endpoint().at(url(running, name) + ";ifexists=true");
    }

    @Override
    public DatabaseFiles files(RunningTarget running, String name) throws IOException {
        return DatabaseFiles.directory(path(running, name).getParent(), Set.of(FILES + "."));
    }
}
