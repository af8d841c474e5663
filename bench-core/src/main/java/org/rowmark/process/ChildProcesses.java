package org.rowmark.process;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.util.Await;

/** The children of this process that were started after a certain moment. */
public final class ChildProcesses {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final Set<ProcessHandle> others = children().collect(Collectors.toSet());

    private ChildProcesses() {}

    public static ChildProcesses fromNow() {
        return new ChildProcesses();
    }

    public List<ProcessHandle> all() {
        return children().filter(child -> !others.contains(child)).toList();
    }

    /** Kills them and the programs that they run, which would outlive them. */
    public void kill() {
        kill(child -> true);
    }

    /** Kills those of them that are chosen, and their programs. */
    public void kill(Predicate<ProcessHandle> chosen) {
        withPrograms(all().stream().filter(chosen)).forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends those of them that are chosen, and kills them and their programs after the grace time. */
    public void end(Duration grace, Predicate<ProcessHandle> chosen) {
        List<ProcessHandle> children = all().stream().filter(chosen).toList();
        List<ProcessHandle> killed = withPrograms(children.stream());
        children.forEach(ProcessHandle::destroy);
        Await.until(() -> children.stream().noneMatch(ProcessHandle::isAlive), grace, BETWEEN_LOOKS);
        killed.forEach(ProcessHandle::destroyForcibly);
    }

    private static List<ProcessHandle> withPrograms(Stream<ProcessHandle> children) {
        return children.flatMap(child -> Stream.concat(Stream.of(child), child.descendants()))
                .toList();
    }

    private static Stream<ProcessHandle> children() {
        return ProcessHandle.current().children();
    }
}
