package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Path;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** Starts targets one by one only to see what they are; leaves nothing behind. */
public final class TargetCheck implements AutoCloseable {
    private final RunDataDirectory data = RunDataDirectory.in(Path.of(System.getProperty("java.io.tmpdir")));

    /** @throws UsageException in one line, if the target cannot be used */
    public CheckedTarget check(Target target) throws IOException {
        return CheckedTarget.check(target, data.workspace(target, data.path()));
    }

    @Override
    public void close() {
        data.close();
    }
}
