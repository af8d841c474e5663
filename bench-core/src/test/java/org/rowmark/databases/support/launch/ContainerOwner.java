package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.nio.file.Path;
import org.rowmark.db.Databases;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** A process that starts a container and waits to be killed. */
public final class ContainerOwner {
    private ContainerOwner() {}

    /** @param arguments the image, and the directory of its server */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path directory = Path.of(arguments[1]);
        Target target =
                Target.builtIn("boxed", "postgresql", ServerKind.CONTAINER).withSource(arguments[0]);
        Databases.named("postgresql").launcher().start(target, new Workspace(directory, directory.resolve("log")));
        System.out.println("started");
        Thread.sleep(600_000);
    }
}
