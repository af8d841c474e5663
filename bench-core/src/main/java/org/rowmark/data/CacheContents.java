package org.rowmark.data;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.process.LockedDirectory;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.Suggestions;

/** The cache directory as its user sees it: files that would be made or downloaded again if they were removed. */
public final class CacheContents {
    /** Directories of the cache whose directories are an item each, with what they hold. */
    private static final List<Map.Entry<String, String>> KINDS = List.of(
            Map.entry(DataCache.FOLDER, "not complete"),
            Map.entry("backups", "backup of generated data"),
            Map.entry("servers", "unpacked server"));

    /**
     * Files that are used and removed together.
     *
     * @param name path below the cache directory, with slashes
     * @param lastUse empty where it is not known
     */
    public record Item(String name, String contents, long bytes, Optional<Instant> lastUse) {}

    private final Path root;

    CacheContents(Path root) {
        this.root = root;
    }

    /** Returns the user's own cache. */
    public static CacheContents ofUser() {
        return new CacheContents(CacheDirectory.directory());
    }

    public Path directory() {
        return root;
    }

    /** Lists all items, by kind and name. */
    public List<Item> items() throws IOException {
        List<Item> items = new ArrayList<>();
        for (Map.Entry<String, String> kind : KINDS) {
            for (Path directory : directories(root.resolve(kind.getKey()))) {
                items.add(item(directory, kind.getValue()));
            }
        }
        Path downloads = root.resolve("artifacts"); // laid out like a Maven repository
        if (Files.isDirectory(downloads)) {
            items.add(item(downloads, "downloaded drivers and servers"));
        }
        return items;
    }

    private Item item(Path directory, String kind) throws IOException {
        String name = root.relativize(directory).toString().replace('\\', '/');
        long bytes = PathUtils.countDirectory(directory).getByteCounter().get();
        Path fingerprint = directory.resolve(DataCache.FINGERPRINT);
        return Files.exists(fingerprint)
                ? new Item(
                        name,
                        DataFingerprint.dataSets(Files.readString(fingerprint)),
                        bytes,
                        Optional.of(Files.getLastModifiedTime(fingerprint).toInstant()))
                : new Item(name, kind, bytes, Optional.empty());
    }

    private static List<Path> directories(Path parent) throws IOException {
        List<Path> directories = new ArrayList<>();
        if (Files.isDirectory(parent)) {
            try (DirectoryStream<Path> all =
                    Files.newDirectoryStream(parent, each -> Files.isDirectory(each) && !LockedDirectory.isOne(each))) {
                all.forEach(directories::add);
            }
        }
        directories.sort(null);
        return directories;
    }

    /**
     * Finds items by their names, or by the directory of their kind for all of them.
     *
     * @throws org.rowmark.util.UsageException naming the first that is unknown
     */
    public List<Item> named(List<String> names) throws IOException {
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
                        items.stream().map(Item::name).toList(),
                        "./rowmark cache list");
            }
            found.addAll(these);
        }
        return found.stream().distinct().toList();
    }

    /** Removes an item. No run may use it meanwhile. */
    public void remove(Item item) throws IOException {
        LockedDirectory.deleteWhole(root.resolve(item.name()));
    }
}
