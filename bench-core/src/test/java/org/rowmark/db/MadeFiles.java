package org.rowmark.db;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.file.PathUtils;
import org.apache.commons.lang3.SystemUtils;
import org.rowmark.databases.support.launch.ServerPassword;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;

/**
 * The first files of servers, made once for the tests of a module: making them takes longer than a start. A server makes
 * its own where it has settings that they depend on, or another installation. {@code mvn clean} removes them.
 */
final class MadeFiles {
    private static final Path ALL = Path.of("target", "made-files").toAbsolutePath();

    private MadeFiles() {}

    /** Copies the files of a server to its workspace, which is empty; does nothing where it has to make its own. */
    static void copyTo(Workspace workspace, Target target) throws IOException {
        Optional<DataFiles> files = Databases.named(target.database())
                .launcher()
                .dataFiles(target)
                .filter(found -> SystemUtils.IS_OS_LINUX && isUsual(target))
                .filter(found -> found.settings().isEmpty());
        if (files.isPresent() && PathUtils.isEmptyDirectory(workspace.data())) {
            Path made = made(target, files.get());
            copy(files.get().names(), made, workspace.data());
        }
    }

    private static boolean isUsual(Target target) {
        return target.transport() == Transport.TCP
                && (target.server() == ServerKind.ARTIFACT
                        || (target.server() == ServerKind.LOCAL
                                && target.source().isEmpty()));
    }

    /** Returns the folder of the files, which one JVM makes while others wait. */
    private static synchronized Path made(Target target, DataFiles files) throws IOException {
        String password = DigestUtils.sha256Hex(ServerPassword.get().reveal()).substring(0, 12);
        Path made = ALL.resolve(target.database() + target.source().orElse("") + "-" + password);
        if (Files.notExists(made)) {
            Files.createDirectories(ALL);
            try (FileChannel channel =
                    FileChannel.open(ALL.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock();
                if (Files.notExists(made)) {
                    make(made, target, files);
                }
            }
        }
        return made;
    }

    private static void make(Path made, Target target, DataFiles files) throws IOException {
        Path directory = Files.createTempDirectory("rowmark-made-");
        try {
            directory.toFile().setExecutable(true, false); // servers may run as users of their own
            Path data = Files.createDirectory(directory.resolve("data"));
            Databases.named(target.database())
                    .launcher()
                    .start(target.withSettings(Map.of()), new Workspace(data, directory.resolve("log")))
                    .close();
            Path unfinished = ALL.resolve("unfinished");
            FileUtils.deleteDirectory(unfinished.toFile());
            copy(files.names(), data, Files.createDirectory(unfinished));
            Files.move(unfinished, made);
        } finally {
            PathUtils.deleteDirectory(directory);
        }
    }

    /** Copies them with owners and permissions; holes for zeros, of which new logs consist. */
    private static void copy(List<String> names, Path from, Path to) throws IOException {
        List<String> words = new ArrayList<>(List.of("cp", "-a", "--reflink=auto", "--sparse=always"));
        names.forEach(name -> words.add(from.resolve(name).toString()));
        words.add(to.toString());
        new Tool(new Command(words)).run();
    }
}
