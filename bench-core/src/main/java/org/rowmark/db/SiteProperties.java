package org.rowmark.db;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;

/** What a {@link Site} adds to the properties of an endpoint. No secret is among it. */
final class SiteProperties {
    private static final String TARGET = "target";
    private static final String SERVER = "server";
    private static final String SOURCE = "source";
    private static final String PLACEMENT = "placement";
    private static final String DATA = "data";
    private static final String LOG = "log";
    private static final String OUTPUT = "output";
    private static final String PID = "pid";
    private static final String SETTING = "setting.";

    private SiteProperties() {}

    static void put(Properties properties, Site site) {
        Target target = site.target();
        properties.setProperty(TARGET, target.name());
        properties.setProperty(SERVER, target.server().name());
        properties.setProperty(PLACEMENT, target.placement().name());
        target.source().ifPresent(source -> properties.setProperty(SOURCE, source));
        target.settings().forEach((name, value) -> properties.setProperty(SETTING + name, value));
        properties.setProperty(DATA, site.workspace().data().toString());
        properties.setProperty(LOG, site.workspace().log().toString());
        properties.setProperty(OUTPUT, site.output().toString());
        site.pid().ifPresent(pid -> properties.setProperty(PID, Long.toString(pid)));
    }

    static Site get(Properties properties, Endpoint endpoint) {
        ServerKind kind = ServerKind.valueOf(properties.getProperty(SERVER));
        Map<String, String> settings = new HashMap<>();
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(SETTING)) {
                settings.put(name.substring(SETTING.length()), properties.getProperty(name));
            }
        }
        Target target = new Target(
                properties.getProperty(TARGET),
                endpoint.database(),
                kind,
                Optional.ofNullable(properties.getProperty(SOURCE)),
                Placement.valueOf(properties.getProperty(PLACEMENT)),
                Optional.empty(),
                kind == ServerKind.EXTERNAL ? Optional.of(endpoint.url()) : Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                settings);
        Workspace workspace =
                new Workspace(Path.of(properties.getProperty(DATA)), Path.of(properties.getProperty(LOG)));
        return new Site(target, endpoint, workspace, Path.of(properties.getProperty(OUTPUT)), pid(properties));
    }

    private static OptionalLong pid(Properties properties) {
        String pid = properties.getProperty(PID);
        return pid == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(pid));
    }
}
