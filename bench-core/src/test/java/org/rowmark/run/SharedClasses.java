package org.rowmark.run;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.rowmark.db.ClassArchive;

/**
 * The archive of the classes of libraries, of all tests whose JVM has its option, which forks inherit. Their class path
 * begins with the jars, as an archive takes no folders.
 */
public final class SharedClasses implements BeforeAllCallback {
    private static final String OPTION = "-XX:SharedArchiveFile=";
    private static final String CLASS_PATH = "java.class.path";
    private static boolean isMade;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        make();
    }

    private static synchronized void make() throws IOException, InterruptedException {
        if (isMade) {
            return;
        }
        isMade = true;
        Map<Boolean, List<Path>> classPath = Stream.of(
                        System.getProperty(CLASS_PATH).split(File.pathSeparator, -1))
                .map(Path::of)
                .collect(Collectors.partitioningBy(path -> path.toString().endsWith(".jar")));
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (option.startsWith(OPTION)) {
                System.setProperty(
                        CLASS_PATH,
                        Stream.of(classPath.get(true), classPath.get(false))
                                .flatMap(List::stream)
                                .map(Path::toString)
                                .collect(Collectors.joining(File.pathSeparator)));
                new ClassArchive(Path.of(option.substring(OPTION.length())), classPath.get(true))
                        .make((directory, options) -> AnswerRuns.in(directory, "well", "transaction")
                                .jmh("-jvmArgsAppend", String.join(" ", options))
                                .run());
            }
        }
    }
}
