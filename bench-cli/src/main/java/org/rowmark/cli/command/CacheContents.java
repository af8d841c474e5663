package org.rowmark.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.data.DataCache;
import org.rowmark.data.DataFingerprint;
import org.rowmark.process.LockedDirectory;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.Suggestions;

/** The cache directory as its user sees it: files that would be made or downloaded again if they were removed. */
record CacheContents(Path directory) {
    /** Files that are used and removed together; the name is a path below the cache directory, with slashes. */
    record Item(String name, String contents, long bytes, Optional<Instant> lastUse) {}

    static CacheContents ofUser() {
        return new CacheContents(CacheDirectory.directory());
    }

    /** Lists all items, by kind and name. */
    List<Item> items() throws IOException {
        List<Item> items = new ArrayList<>();
        addAll(DataCache.FOLDER, "not complete", items);
        addAll("backups", "backup of generated data", items);
        addAll("servers", "unpacked server", items);
        addAll("classes", "archive of the classes of forks", items);
        Path downloads = directory.resolve("artifacts"); // laid out like a Maven repository
        if (Files.isDirectory(downloads)) {
            items.add(item(downloads, "downloaded drivers and servers"));
        }
        return items;
    }

    private void addAll(String folder, String kind, List<Item> items) throws IOException {
        Path parent = directory.resolve(folder);
        if (Files.isDirectory(parent)) {
            try (Stream<Path> all = Files.list(parent)) {
                for (Path each : all.filter(Files::isDirectory).sorted().toList()) {
                    if (!LockedDirectory.isOne(each)) {
                        items.add(item(each, kind));
                    }
                }
            }
        }
    }

    private Item item(Path path, String kind) throws IOException {
        String name = directory.relativize(path).toString().replace('\\', '/');
        long bytes = PathUtils.countDirectory(path).getByteCounter().get();
        Path fingerprint = path.resolve(DataCache.FINGERPRINT);
        return Files.exists(fingerprint)
                ? new Item(
                        name,
                        DataFingerprint.dataSets(Files.readString(fingerprint)),
                        bytes,
                        Optional.of(Files.getLastModifiedTime(fingerprint).toInstant()))
                : new Item(name, kind, bytes, Optional.empty());
    }

    /** Finds items by their names, or by the directory of their kind for all of them. */
    List<Item> named(List<String> names) throws IOException {
        List<Item> items = items();
        List<Item> found = new ArrayList<>();
        for (String name : names) {
            List<Item> these = items.stream()
                    .filter(item -> item.name().equals(name) || item.name().startsWith(name + "/"))
                    .toList();
            if (these.isEmpty()) {
                throw Suggestions.unknown(
                        "name in the cache",
                        name,
                        items.stream().map(Item::name).toList());
            }
            found.addAll(these);
        }
        return found.stream().distinct().toList();
    }

    /** Removes an item. No run may use it meanwhile. */
    void remove(Item item) throws IOException {
        LockedDirectory.deleteWhole(directory.resolve(item.name()));
    }
}
