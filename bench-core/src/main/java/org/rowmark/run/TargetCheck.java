package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Path;
import org.rowmark.run.output.DataRoot;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** Starts targets one by one only to see what they are; leaves nothing behind. */
public final class TargetCheck implements AutoCloseable {
    private final DataRoot data = DataRoot.in(Path.of(System.getProperty("java.io.tmpdir")));

    /** @throws UsageException in one line, if the target cannot be used */
    public ReadyTarget check(Target target) throws IOException {
        return ReadyTarget.check(target, data.workspace(target, data.path()));
    }

    @Override
    public void close() {
        data.close();
    }
}
