package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** The user for programs that refuse to run as root: nobody, or a user namespace where nobody lacks access. */
public record UnprivilegedUser(List<String> prefix, Optional<String> owner) {
    private static final UnprivilegedUser SAME_USER = new UnprivilegedUser(List.of(), Optional.empty());
    private static final UnprivilegedUser AS_NOBODY = new UnprivilegedUser(
            List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"), Optional.of("nobody"));
    private static final UnprivilegedUser IN_NAMESPACE =
            new UnprivilegedUser(List.of("unshare", "--user", "--"), Optional.empty());

    private static final Duration LIMIT = Duration.ofSeconds(10);

    public static UnprivilegedUser reaching(Target target, Workspace workspace, Path program) {
        return find(workspace, program).orElseThrow(() -> {
            Path closed = AS_NOBODY.reaches(workspace.data(), workspace) ? program : workspace.data();
            return target.problem(target.database()
                    + " refuses to run as root, and the user nobody cannot reach " + closed
                    + "; run as an ordinary user, or open the directories above it (chmod o+x)");
        });
    }

    public static Optional<UnprivilegedUser> find(Workspace workspace, Path program) {
        if (!ServerStarts.asRoot()) {
            return Optional.of(SAME_USER);
        }
        return Stream.of(AS_NOBODY, IN_NAMESPACE)
                .filter(user -> user.reaches(workspace.data(), workspace) && user.reaches(program, workspace))
                .findFirst();
    }

    public Command command(List<String> words, Workspace workspace) {
        return new Command(words, workspace.data(), workspace.log()).behind(prefix);
    }

    public void give(Path directory) throws IOException {
        if (owner.isPresent()) {
            Files.setOwner(
                    directory,
                    directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(owner.get()));
        }
    }

    private boolean reaches(Path path, Workspace workspace) {
        try {
            new Tool(command(List.of("test", "-x", path.toString()), workspace), LIMIT).run();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
