package org.rowmark.databases.derby;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.rowmark.databases.support.restore.DatabaseFiles;
import org.rowmark.databases.support.restore.EmbeddedRestorer;
import org.rowmark.databases.support.restore.EmbeddedUrl;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/** Derby's databases, a directory each. */
public final class DerbyRestorer implements EmbeddedRestorer {
    private static final Pattern DIRECTORY =
            Pattern.compile("(jdbc:derby:(?:directory:)?)" + EmbeddedUrl.PATH + "(.*)");

    private static final Set<String> ENTRIES = Set.of(
            "service.properties",
            "seg0",
            "log",
            "tmp",
            "jar",
            "db.lck",
            "dbex.lck",
            "README_DO_NOT_TOUCH_FILES.txt",
            "BACKUP.HISTORY");

    @Override
    public List<RestoreMethod> methods() {
        return List.of(new DerbyRestoreFrom());
    }

    @Override
    public String usualWay() {
        return "restore-from";
    }

    @Override
    public Endpoint endpoint(RunningTarget site, String name) {
        return site.endpoint().at(beside(site, name).toString());
    }

    /** What Derby is to do when it opens the database. */
    static Endpoint opening(Endpoint endpoint, String attribute, String value) {
        Map<String, String> properties = new HashMap<>(endpoint.properties());
        properties.put(attribute, value);
        return endpoint.with(properties);
    }

    @Override
    public DatabaseFiles files(RunningTarget site, String name) throws IOException {
        return DatabaseFiles.directory(beside(site, name).file(base(site)), ENTRIES);
    }

    @Override
    public Path base(RunningTarget site) {
        return Path.of(site.endpoint().properties().getOrDefault(DerbySettings.HOME, ""));
    }

    @Override
    public void create(RunningTarget site, String name) throws IOException, SQLException {
        EmbeddedRestorer.open(opening(endpoint(site, name), "create", "true"));
    }

    /** Opens what is there, and nothing else. */
    private static EmbeddedUrl beside(RunningTarget site, String name) {
        return new DerbyRestorer()
                .url(site)
                .orElseThrow()
                .beside(name)
                .without("create")
                .without("createFrom")
                .without("restoreFrom");
    }

    @Override
    public Optional<EmbeddedUrl> url(RunningTarget site) {
        Endpoint own = site.endpoint();
        return own.properties().containsKey(DerbySettings.HOME)
                ? EmbeddedUrl.of(DIRECTORY, own.url())
                : Optional.empty();
    }
}
