package org.rowmark.process;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.process.LeftSettings.Setting;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.ProcessSpace;

/**
 * The file in which a run of Rowmark lists what it starts, makes and changes, before it does so. Another process undoes
 * that after a kill. A line is a kind and its fields, each encoded as in a URL; only the user may read it, as settings
 * are listed with the URL of their server.
 *
 * @param file which need not exist
 */
record Register(Path file) {
    static final String OWNER = "owner";
    static final String GUARDIAN = "guardian";
    static final String RUN = "run";
    static final String PROCESS = "process";
    static final String FORK = "fork";
    static final String DIRECTORY = "directory";
    static final String CGROUP = "cgroup";
    static final String DELEGATION = "delegation";
    static final String CONTAINER = "container";
    static final String SETTING = "setting";
    static final String SETTING_IS_BACK = "setting-is-back";

    private static final String SUFFIX = ".txt";
    private static final int OWNER_FIELDS = 5;

    /** The kinds that remain with settings that are to be put back. */
    private static final Set<String> LASTING = Set.of(OWNER, RUN, SETTING);

    /** A kind, a URL and a name; maybe a value. */
    private static final int SETTING_FIELDS = 3;

    static Register ofThisProcess() throws IOException {
        ProcessIdentity owner = ProcessIdentity.ofThis();
        Path file = folder().resolve(owner.pid() + "-" + System.nanoTime() + SUFFIX);
        Register begun = new Register(file.resolveSibling(file.getFileName() + ".new"));
        begun.add(
                OWNER,
                Long.toString(owner.pid()),
                owner.start(),
                ProcessSpace.boot(),
                ProcessSpace.host(),
                ProcessSpace.namespace());
        Files.move(begun.file, file, StandardCopyOption.ATOMIC_MOVE); // without an owner it would count as left behind
        return new Register(file);
    }

    private static Path folder() {
        return CacheDirectory.prepared("started");
    }

    /** Finds those whose process is gone; of another container nobody knows that here. */
    static List<Register> ofTheDead() {
        return ofThisHost().stream()
                .filter(register -> register.isVisible() && !register.isOwnerAlive())
                .toList();
    }

    /** Returns whether a run has begun that and nobody has ended it for that run. */
    static boolean isListed(Delegation delegation) {
        return ofThisHost().stream().anyMatch(register -> register.delegations().contains(delegation));
    }

    private static List<Register> ofThisHost() {
        Path folder = CacheDirectory.directory().resolve("started");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Register::new)
                    .filter(register -> register.file.toString().endsWith(SUFFIX))
                    .filter(register -> Files.isReadable(register.file)) // another user's are not this one's to judge
                    .filter(Register::isOfThisHost)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    synchronized void add(String kind, String... fields) throws IOException {
        String line = kind
                + Arrays.stream(fields)
                        .map(field -> " " + URLEncoder.encode(field, StandardCharsets.UTF_8))
                        .collect(Collectors.joining())
                + "\n";
        FilePermissions.append(file, line);
    }

    /** Lists the fields of the lines of a kind; none if the file is gone. */
    List<List<String>> lines(String kind) {
        return all().stream()
                .filter(line -> line.get(0).equals(kind) && line.size() > 1)
                .map(line -> line.subList(1, line.size()))
                .toList();
    }

    /** Reads the lines, each a kind and its fields. */
    private List<List<String>> all() {
        try {
            return Files.readAllLines(file).stream()
                    .flatMap(line -> fields(line).stream())
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Returns the fields of a line; empty for one that is being written. */
    private static Optional<List<String>> fields(String line) {
        try {
            return Optional.of(Arrays.stream(line.split(" ", -1))
                    .map(field -> URLDecoder.decode(field, StandardCharsets.UTF_8))
                    .toList());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Lists the processes that were started, which may have ended. */
    List<ProcessIdentity> processes() {
        return processes(PROCESS);
    }

    /** Lists the processes that were started and have nothing to save. */
    List<ProcessIdentity> forks() {
        return processes(FORK);
    }

    private List<ProcessIdentity> processes(String kind) {
        return lines(kind).stream()
                .filter(fields -> fields.size() > 1 && fields.get(0).matches("\\d{1,18}"))
                .map(fields -> new ProcessIdentity(
                        Long.parseLong(fields.get(0)), String.join(" ", fields.subList(1, fields.size()))))
                .toList();
    }

    List<Path> paths(String kind) {
        return lines(kind).stream()
                .map(fields -> Path.of(fields.get(0)))
                .distinct()
                .toList();
    }

    List<Delegation> delegations() {
        return lines(DELEGATION).stream()
                .filter(fields -> fields.size() > 1)
                .map(fields -> new Delegation(Path.of(fields.get(0)), fields.get(1)))
                .toList();
    }

    /** Lists the settings that are not put back, the last changed first. */
    List<Setting> settings() {
        Map<List<String>, Setting> open = new LinkedHashMap<>();
        for (List<String> line : all()) {
            List<String> place = line.subList(1, Math.min(line.size(), SETTING_FIELDS));
            if (line.get(0).equals(SETTING) && place.size() == SETTING_FIELDS - 1) {
                open.putIfAbsent(
                        place,
                        new Setting(
                                place.get(0),
                                place.get(1),
                                line.stream().skip(SETTING_FIELDS).findFirst()));
            } else if (line.get(0).equals(SETTING_IS_BACK)) {
                open.remove(place);
            }
        }
        List<Setting> settings = new ArrayList<>(open.values());
        Collections.reverse(settings);
        return settings;
    }

    /** Returns the start of its process; what is older is not of that process. */
    Optional<String> begun() {
        return lines(OWNER).stream()
                .filter(owner -> owner.size() == OWNER_FIELDS)
                .map(owner -> owner.get(1))
                .findFirst();
    }

    /** Returns whether the system has not been started anew since, which has ended all processes. */
    boolean isOfThisBoot() {
        return lines(OWNER).stream()
                .allMatch(owner -> owner.size() == OWNER_FIELDS && owner.get(2).equals(ProcessSpace.boot()));
    }

    /** Returns whether somebody is about to remove all of this. */
    boolean isGuardianAlive() {
        return processes(GUARDIAN).stream().anyMatch(guardian -> guardian.find().isPresent());
    }

    /** Returns whether this process would find those that are listed: those of another container have other numbers here. */
    private boolean isVisible() {
        return !isOfThisBoot()
                || lines(OWNER).stream().allMatch(owner -> owner.get(4).equals(ProcessSpace.namespace()));
    }

    boolean isOwnerAlive() {
        return isOfThisBoot()
                && lines(OWNER).stream()
                        .anyMatch(owner -> new ProcessIdentity(Long.parseLong(owner.get(0)), owner.get(1))
                                .find()
                                .isPresent());
    }

    /** Returns whether it is not of another machine with which this one shares the directory. */
    private boolean isOfThisHost() {
        return lines(OWNER).stream()
                .allMatch(owner -> owner.size() == OWNER_FIELDS && owner.get(3).equals(ProcessSpace.host()));
    }

    /**
     * Returns the command that puts the settings back.
     *
     * @param target at whose server they are
     */
    String restoring(String target) {
        return paths(RUN).stream()
                .map(run -> "./rowmark restore-settings " + (run.toString().contains(" ") ? "'" + run + "'" : run))
                .findFirst()
                .orElse("./rowmark check --targets FILE --target " + target);
    }

    /** Removes the file, or what is done in it where settings remain to be put back. */
    void end() throws IOException {
        List<Setting> open = settings();
        if (open.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        if (all().stream().allMatch(line -> LASTING.contains(line.get(0)))) {
            return;
        }
        Register rest = new Register(Files.createTempFile(file.getParent(), file.getFileName() + ".", ".rest"));
        for (String kind : List.of(OWNER, RUN)) {
            for (List<String> fields : lines(kind)) {
                rest.add(kind, fields.toArray(String[]::new));
            }
        }
        for (int i = open.size() - 1; i >= 0; i--) {
            Setting setting = open.get(i);
            rest.add(
                    SETTING,
                    Stream.concat(Stream.of(setting.url(), setting.name()), setting.earlier().stream())
                            .toArray(String[]::new));
        }
        if (Files.exists(file) && settings().equals(open)) {
            Files.move(rest.file, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } else {
            Files.delete(rest.file); // another process has put back settings meanwhile
        }
    }
}
