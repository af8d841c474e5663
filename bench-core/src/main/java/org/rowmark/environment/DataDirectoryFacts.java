package org.rowmark.environment;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Facts of the storage of a directory: file system, mount options and I/O scheduler of the disk. */
final class DataDirectoryFacts {
    private final SystemFiles files;

    /** @param root the directory to read as {@code /} */
    DataDirectoryFacts(Path root) {
        files = new SystemFiles(root);
    }

    /**
     * Returns the facts of a directory.
     *
     * @param directory an existing one; of another nothing is known
     */
    Map<String, String> of(Path directory) {
        Map<String, String> facts = new TreeMap<>();
        try {
            Path real = directory.toRealPath();
            Optional<Mount> mount = Mount.holding(real, files.lines("proc/self/mountinfo"));
            if (mount.isPresent()) {
                facts.put(
                        "file system", mount.get().type() + " on " + mount.get().source());
                facts.put("mount options", mount.get().optionsInShort());
                new BlockDevices(files).scheduler(mount.get()).ifPresent(name -> facts.put("scheduler", name));
            } else {
                FileStore store = Files.getFileStore(real);
                facts.put("file system", store.type() + " on " + store.name());
            }
        } catch (IOException | RuntimeException e) {
            facts.clear();
        }
        return facts;
    }
}
