package org.rowmark.databases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Built-in targets that the tests of a class share, each started once: a start takes longer than most tests. */
public final class SharedServers implements AfterAllCallback {
    private final Map<Map.Entry<String, Map<String, String>>, PrivateServer> servers = new LinkedHashMap<>();
    private final Map<PrivateServer, Path> directories = new LinkedHashMap<>();

    /** Returns the target with these settings, which stays up. */
    public PrivateServer get(String name, Map<String, String> settings) throws IOException {
        Map.Entry<String, Map<String, String>> key = Map.entry(name, settings);
        if (!servers.containsKey(key)) {
            Path directory = Files.createTempDirectory("rowmark-shared-");
            PrivateServer server = PrivateServer.start(name, settings, directory);
            servers.put(key, server);
            directories.put(server, directory);
        }
        return servers.get(key);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        for (Map.Entry<PrivateServer, Path> started : directories.entrySet()) {
            started.getKey().close();
            PathUtils.deleteDirectory(started.getValue());
        }
    }
}
