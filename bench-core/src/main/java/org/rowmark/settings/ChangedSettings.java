package org.rowmark.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.commons.io.IOUtils;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.FilePermissions;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file of a run directory that lists the settings of external servers that the run is about to change, and those
 * that are back; it is there while one is not back. The process holds a lock on it, so that nobody takes the run for
 * dead. A file in the cache has its path, by which later runs find it.
 */
public final class ChangedSettings implements AutoCloseable {
    static final String FILE = "changed-settings.jsonl";

    private static final String FOLDER = "changed-settings";
    private static final String POINTER = ".txt";
    private static final JsonMapper JSON = JsonMapper.shared();

    /** A setting that is to be put back, or is back; without an earlier value, it had none of its own. */
    public record Setting(String url, String name, Optional<String> earlier, boolean isBack) {}

    private static Optional<Path> run = Optional.empty();
    private static Optional<ChangedSettings> own = Optional.empty();

    private final Path file;
    private final FileChannel channel;
    private final Map<List<String>, Setting> open = new LinkedHashMap<>();

    private ChangedSettings(Path file, FileChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        for (String line : IOUtils.readLines(Channels.newInputStream(channel), StandardCharsets.UTF_8)) {
            try {
                count(JSON.readValue(line, Setting.class));
            } catch (JacksonException e) {
                // cut off by a kill, before anything was changed
            }
        }
    }

    private void count(Setting setting) {
        List<String> place = List.of(setting.url(), setting.name());
        if (setting.isBack()) {
            open.remove(place);
        } else {
            open.putIfAbsent(place, setting);
        }
    }

    /** Makes a run directory the one that gets the file of this process. */
    public static synchronized void recordIn(Path directory) {
        run = Optional.of(directory.toAbsolutePath().normalize());
    }

    /** Records a setting that is about to be changed. */
    public static synchronized void changes(String url, String name, Optional<String> earlier) {
        try {
            if (own.isEmpty()) {
                own = Optional.of(create());
            }
            own.get().add(new Setting(url, name, earlier, false));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates the file; in the cache, where no run directory gets it. */
    private static ChangedSettings create() throws IOException {
        Path folder = CacheDirectory.prepared(FOLDER);
        Path file = run.filter(Files::isDirectory)
                .map(directory -> directory.resolve(FILE))
                .orElseGet(() -> folder.resolve(UUID.randomUUID() + ".jsonl"));
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                FilePermissions.ownerOnly(file));
        channel.lock();
        Files.writeString(pointer(file), file.toString());
        return new ChangedSettings(file, channel);
    }

    /** Returns the file in the cache that has the path of one. */
    private static Path pointer(Path file) {
        byte[] path = file.toString().getBytes(StandardCharsets.UTF_8);
        return CacheDirectory.directory().resolve(FOLDER).resolve(UUID.nameUUIDFromBytes(path) + POINTER);
    }

    /** Records that a setting has been put back, or has not been changed. */
    public static synchronized void areBack(String url, String name) {
        own.ifPresent(mine -> {
            try {
                mine.isBack(url, name);
                if (mine.open.isEmpty()) {
                    mine.close();
                    own = Optional.empty();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Lists the settings of a server that this process has changed and that are not back, the last changed first. */
    public static synchronized List<Setting> changedAt(String url) {
        return own.map(ChangedSettings::settings).orElse(List.of()).stream()
                .filter(setting -> setting.url().equals(url))
                .toList();
    }

    /** Returns whether this process has changed a setting that is not back. */
    public static synchronized boolean areOpen() {
        return own.isPresent();
    }

    /** Returns the command by which another process puts back what this one has changed. */
    public static synchronized String undoing(String target) {
        return own.map(mine -> mine.undo(target)).orElse("");
    }

    /** Opens what runs have left whose processes are gone. */
    static List<ChangedSettings> left() {
        List<ChangedSettings> left = new ArrayList<>();
        Path folder = CacheDirectory.directory().resolve(FOLDER);
        try (DirectoryStream<Path> pointers = Files.newDirectoryStream(folder, "*" + POINTER)) {
            for (Path pointer : pointers) {
                try {
                    Path file = Path.of(Files.readString(pointer));
                    if (Files.exists(file)) {
                        open(file).ifPresent(left::add);
                    } else if (file.isAbsolute() && Files.isDirectory(file.getParent())) {
                        Files.delete(pointer);
                    }
                } catch (IOException | InvalidPathException e) {
                    // not whole, of another user, or another process removes it
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // there is none
        }
        return left;
    }

    /** Opens what the run of a directory has left; empty if there is nothing, or its process is not gone. */
    static Optional<ChangedSettings> leftIn(Path directory) throws IOException {
        Path file = directory.resolve(FILE).toAbsolutePath().normalize();
        return Files.exists(file) ? open(file) : Optional.empty();
    }

    private static synchronized Optional<ChangedSettings> open(Path file) throws IOException {
        if (own.filter(mine -> mine.file.equals(file)).isPresent()) {
            return Optional.empty(); // to open it again would give up its lock
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            channel.close();
            return Optional.empty();
        }
        return Optional.of(new ChangedSettings(file, channel));
    }

    /** Lists the settings that are not back, the last changed first. */
    List<Setting> settings() {
        List<Setting> settings = new ArrayList<>(open.values());
        Collections.reverse(settings);
        return settings;
    }

    Path file() {
        return file;
    }

    /** Records that a setting has been put back. */
    void isBack(String url, String name) throws IOException {
        add(new Setting(url, name, Optional.empty(), true));
    }

    private void add(Setting setting) throws IOException {
        // what was cut off before ends in this line
        channel.write(ByteBuffer.wrap(("\n" + JSON.writeValueAsString(setting)).getBytes(StandardCharsets.UTF_8)));
        count(setting);
    }

    /** Returns the command that puts the settings back. */
    String undo(String target) {
        return file.endsWith(FILE)
                ? "./rowmark undo-settings " + quoted(file.getParent().toString())
                : "./rowmark check --targets-file FILE --target " + target;
    }

    private static String quoted(String directory) {
        return directory.contains(" ") ? "'" + directory + "'" : directory;
    }

    /** Removes the file if all settings are back, and gives up its lock. */
    @Override
    public void close() throws IOException {
        if (open.isEmpty()) {
            Files.deleteIfExists(file);
            Files.deleteIfExists(pointer(file));
        }
        channel.close();
    }
}
