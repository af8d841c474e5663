package org.rowmark.run.fork;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.PlannedCell;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.WholeFile;

/**
 * The archive of the classes that forks of a database load (class-data sharing, JEP 350), in the cache: forks with it
 * start sooner. A fork that finds none writes it while it exits, after its last iteration.
 *
 * @param file in the cache; need not exist
 * @param written where the fork writes it
 */
record ClassArchive(Path file, Path written) {
    private static final String FOLDER = "classes"; // CacheContents lists it
    private static final String ENDING = ".jsa";
    private static final List<String> FLAGS = List.of("-Xshare", "-XX:SharedArchiveFile", "-XX:ArchiveClassesAtExit");

    /**
     * Returns the archive for a fork; empty where the JVM has none, where the user decides about it, and where classes are
     * loaded in measured time.
     */
    static Optional<ClassArchive> of(RunRequest request, PlannedCell cell, Path endpointFile) {
        List<String> flags = request.sampling().jmh().jvmFlags();
        boolean isGiven = FLAGS.stream().anyMatch(own -> flags.stream().anyMatch(flag -> flag.startsWith(own)));
        boolean isHotSpot = System.getProperty("java.vm.name").matches("(OpenJDK|Java HotSpot).*");
        List<File> jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(File::new)
                .toList();
        // the JVM archives no classes from directories
        if (isGiven
                || !isHotSpot
                || request.isSingleShot(cell)
                || !jars.stream().allMatch(File::isFile)) {
            return Optional.empty();
        }
        String key = Stream.concat(
                        Stream.of(System.getProperty("java.home"), System.getProperty("java.vm.version")),
                        jars.stream().map(jar -> jar.getAbsolutePath() + " " + jar.length() + " " + jar.lastModified()))
                .collect(Collectors.joining("\n"));
        Path folder = CacheDirectory.directory()
                .resolve(FOLDER)
                .resolve(request.target(cell).database());
        return Optional.of(new ClassArchive(
                folder.resolve(DigestUtils.sha256Hex(key) + ENDING),
                endpointFile.resolveSibling(endpointFile.getFileName() + ENDING)));
    }

    List<String> jvmArguments() {
        return Files.exists(file)
                ? List.of("-XX:SharedArchiveFile=" + file)
                : List.of("-XX:ArchiveClassesAtExit=" + written, "-Xlog:cds=off,cds+dynamic=off");
    }

    /** Keeps what the fork has written, if it has, in place of those of other JVMs and builds of Rowmark. */
    void keep() {
        if (!Files.exists(written)) {
            return;
        }
        Path folder = CacheDirectory.made(file.getParent());
        try {
            WholeFile.replace(file, Files.move(written, folder.resolve("next"), StandardCopyOption.REPLACE_EXISTING));
            try (Stream<Path> all = Files.list(folder)) {
                for (Path other : all.filter(each -> !each.equals(file)).toList()) {
                    Files.deleteIfExists(other);
                }
            }
        } catch (IOException e) {
            // the next fork writes it
        }
    }
}
