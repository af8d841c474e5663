package org.rowmark.run.fork;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.lang3.StringUtils;
import org.rowmark.jvm.setting.Jdk;
import org.rowmark.jvm.setting.TargetJvm;
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
    private static final String BUILD_END = "-"; // of the name's part for the build of Rowmark
    private static final int HASH_DIGITS = 32;
    private static final List<String> FLAGS = List.of("-Xshare", "-XX:SharedArchiveFile", "-XX:ArchiveClassesAtExit");

    /**
     * Returns the archive for a fork; empty where the JVM has none, where the user decides about it, and where classes are
     * loaded in measured time.
     */
    static Optional<ClassArchive> of(RunRequest request, PlannedCell cell, Path endpointFile) {
        TargetJvm jvm = request.target(cell).jvm();
        List<String> flags = new ArrayList<>(request.sampling().jmh().jvmFlags());
        flags.addAll(jvm.arguments());
        boolean isGiven = FLAGS.stream().anyMatch(own -> flags.stream().anyMatch(flag -> flag.startsWith(own)));
        boolean isHotSpot = jvm.java().orElseGet(Jdk::own).isHotSpot();
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
        String build = jars.stream()
                .map(jar -> jar.getAbsolutePath() + " " + jar.length() + " " + jar.lastModified())
                .collect(Collectors.joining("\n"));
        String java = jvm.java()
                .map(jdk -> jdk.home() + "\n" + jdk.version())
                .orElse(System.getProperty("java.home") + "\n" + System.getProperty("java.vm.version"));
        String name = hash(build) + BUILD_END + hash(java + "\n" + String.join("\n", flags)) + ENDING;
        Path folder = CacheDirectory.directory()
                .resolve(FOLDER)
                .resolve(request.target(cell).database());
        return Optional.of(new ClassArchive(
                folder.resolve(name), endpointFile.resolveSibling(endpointFile.getFileName() + ENDING)));
    }

    private static String hash(String text) {
        return DigestUtils.sha256Hex(text).substring(0, HASH_DIGITS);
    }

    List<String> jvmArguments() {
        return Files.exists(file)
                ? List.of("-XX:SharedArchiveFile=" + file)
                : List.of("-XX:ArchiveClassesAtExit=" + written, "-Xlog:cds=off,cds+dynamic=off");
    }

    /** Keeps what the fork has written, if it has, in place of those of other builds of Rowmark. */
    void keep() {
        if (!Files.exists(written)) {
            return;
        }
        Path folder = CacheDirectory.made(file.getParent());
        try {
            WholeFile.replace(file, Files.move(written, folder.resolve("next"), StandardCopyOption.REPLACE_EXISTING));
            try (Stream<Path> all = Files.list(folder)) {
                String own = StringUtils.substringBefore(file.getFileName().toString(), BUILD_END) + BUILD_END;
                for (Path other : all.filter(
                                each -> !each.getFileName().toString().startsWith(own))
                        .toList()) {
                    Files.deleteIfExists(other);
                }
            }
        } catch (IOException e) {
            // the next fork writes it
        }
    }
}
