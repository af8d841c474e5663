package org.rowmark.study;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.SettingSweep;
import org.rowmark.result.ReportView;
import org.rowmark.study.StudyReporting.ControlSpec;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import org.rowmark.util.UserFile;
import org.rowmark.util.Yaml;

/** The reader of studies: every {@code studies/NAME.yaml} on the class path, and files that a user names. */
public final class Studies {
    /** The study that {@code run} measures by default. */
    public static final String QUICK_TOUR = "quick-tour";

    private static final String FOLDER = "studies";
    private static final String ENDING = ".yaml";

    /** The keys of a study file; those of {@link RunOption#studyKeys} are its options. */
    record Content(
            String question,
            Map<String, Map<String, List<String>>> workloads,
            List<String> targets,
            List<String> databases,
            PublishedProtocol publishedProtocol,
            Map<String, List<String>> vary,
            Links link,
            ReportView view,
            ControlSpec control,
            Map<String, Published.Keys> published,
            @JsonAnySetter Map<String, String> options) {}

    /** The keys of publishedProtocol: the options with which the publication measured, as far as they are known. */
    record PublishedProtocol(String order, String rounds, String protocol) {}

    /**
     * The key link: presets, parts or none, and the workloads that are measured over all of them, the others over the
     * first; null for all.
     */
    record Links(List<String> values, List<String> workloads) {}

    private Studies() {}

    /** Lists the studies on the class path, by name. */
    public static Collection<Study> all() {
        return texts().entrySet().stream()
                .map(entry -> parse(entry.getKey(), entry.getValue(), Optional.empty()))
                .toList();
    }

    public static Study named(String nameOrFile) {
        if (isFile(nameOrFile)) {
            Path file = Path.of(nameOrFile);
            return parse(
                    nameOf(file), read(file), Optional.of(file.toAbsolutePath().getParent()));
        }
        Map<String, String> texts = texts();
        String text = texts.get(nameOrFile);
        if (text == null) {
            throw Suggestions.unknown("study", nameOrFile, texts.keySet());
        }
        return parse(nameOrFile, text, Optional.empty());
    }

    /** Returns whether it is the path of a file and no name: it ends in {@code .yaml} or {@code .yml}. */
    public static boolean isFile(String nameOrFile) {
        return nameOrFile.endsWith(ENDING) || nameOrFile.endsWith(".yml");
    }

    /** @param directory of the study's file, empty for one on the class path */
    private static Study parse(String name, String text, Optional<Path> directory) {
        String where = "study " + name;
        Content content = Yaml.read(where, text, Content.class);
        if (content == null) {
            throw new UsageException(where + " is empty; it needs question:, workloads: and targets:");
        }
        Map<String, String> options = Objects.requireNonNullElse(content.options(), Map.of());
        requireKnown(where, text, options.keySet());
        try {
            return study(name, text, directory, content, options);
        } catch (UsageException e) {
            throw Yaml.withLine(where, text, new UsageException(where + ": " + e.getMessage(), e));
        }
    }

    private static void requireKnown(String where, String text, Set<String> given) {
        Set<String> known = RunOption.studyKeys().keySet();
        given.stream().filter(key -> !known.contains(key)).findFirst().ifPresent(key -> {
            List<String> keys = Stream.concat(
                            known.stream(),
                            Stream.of(Content.class.getRecordComponents()).map(RecordComponent::getName))
                    .filter(name -> !name.equals("options")) // not a key, but all the other ones
                    .toList();
            throw Yaml.unknownKey(where, text, key, keys);
        });
    }

    private static Study study(
            String name, String text, Optional<Path> directory, Content content, Map<String, String> options) {
        Map<String, Map<String, List<String>>> workloads = filled(required("workloads", content.workloads()));
        Optional<ControlSpec> control = Optional.ofNullable(content.control());
        control.ifPresent(cell -> cell.requireValid(workloads.keySet()));
        RunOptions set = RunOptions.NONE;
        for (Map.Entry<String, String> option : options.entrySet()) {
            set = with(set, RunOption.studyKeys().get(option.getKey()), option.getKey(), option.getValue());
        }
        return new Study(
                name,
                required("question", content.question()),
                workloads,
                required("targets", content.targets()),
                Objects.requireNonNullElse(content.databases(), List.of()),
                set,
                Optional.ofNullable(content.publishedProtocol()).map(Studies::published),
                content.vary() == null ? SettingSweep.NOTHING : vary(content.vary()),
                content.link() == null ? LinkSweep.NOTHING : links(content.link()),
                new StudyReporting(view(content.view()), control, Published.read(directory, content.published())),
                text);
    }

    private static Optional<ReportView> view(ReportView view) {
        if (view != null && (view.column() == null || view.baseline() == null)) {
            throw new UsageException(
                    "view: give column:, the key that makes the columns, and baseline:, one of its values");
        }
        return Optional.ofNullable(view);
    }

    private static LinkSweep links(Links keys) {
        LinkSweep links = LinkSweep.NOTHING;
        for (String value : required("link: values", keys.values())) {
            links = links.with(LinkSweep.parse("link: values", value));
        }
        return new LinkSweep(links.links(), Objects.requireNonNullElse(keys.workloads(), List.of()));
    }

    private static RunOptions published(PublishedProtocol keys) {
        String where = "publishedProtocol: ";
        RunOptions ordered = with(RunOptions.NONE, RunOption.ORDER, where + "order", keys.order());
        RunOptions counted = with(ordered, RunOption.ROUNDS, where + "rounds", keys.rounds());
        return with(counted, RunOption.PROTOCOL, where + "protocol", keys.protocol());
    }

    private static <T> RunOptions with(RunOptions options, RunOption<T> option, String key, String text) {
        return text == null ? options : options.with(option, option.parse(key + ":", text));
    }

    private static <T> T required(String key, T value) {
        if (value == null) {
            throw new UsageException(key + ": is missing");
        }
        return value;
    }

    private static SettingSweep vary(Map<String, List<String>> vary) {
        vary.forEach((name, values) -> {
            if (values == null
                    || values.isEmpty()
                    || values.stream().anyMatch(value -> value == null || value.isBlank())) {
                throw new UsageException("vary: " + name + ": give at least one value");
            }
        });
        return new SettingSweep(vary);
    }

    /** Completes workloads with nothing behind their colon: all their parameters have defaults. */
    private static Map<String, Map<String, List<String>>> filled(Map<String, Map<String, List<String>>> workloads) {
        Map<String, Map<String, List<String>>> filled = new LinkedHashMap<>();
        workloads.forEach((name, parameters) -> filled.put(name, parameters == null ? Map.of() : parameters));
        return filled;
    }

    private static Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        try {
            for (URL folder : Collections.list(
                    Thread.currentThread().getContextClassLoader().getResources(FOLDER))) {
                readFolder(folder, texts);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        return texts;
    }

    private static void readFolder(URL folder, Map<String, String> texts) throws IOException, URISyntaxException {
        if (!folder.getProtocol().equals("jar")) {
            readFiles(Path.of(folder.toURI()), texts);
            return;
        }
        URL jar = ((JarURLConnection) folder.openConnection()).getJarFileURL();
        try (FileSystem own = FileSystems.newFileSystem(Path.of(jar.toURI()))) { // that of a URI can be open only once
            readFiles(own.getPath(FOLDER), texts);
        }
    }

    private static void readFiles(Path folder, Map<String, String> texts) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.toString().endsWith(ENDING)).forEach(file -> texts.put(nameOf(file), read(file)));
        }
    }

    private static String nameOf(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.lastIndexOf('.'));
    }

    private static String read(Path file) {
        return UserFile.read("study", file, "");
    }
}
